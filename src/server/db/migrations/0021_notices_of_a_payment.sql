-- What notices told of one payment, as how much of it was captured (findTaken in server/order/void-payment.ts).
create index webhook_event_payment on shop.webhook_event (provider, reference);
