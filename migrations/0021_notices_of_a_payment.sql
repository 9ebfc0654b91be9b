-- What notices told of one payment, as how much of it was captured (readCapturesTold in server/order/notice-store.ts).
create index webhook_event_payment on shop.webhook_event (provider, reference);
