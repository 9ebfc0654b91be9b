-- What must be true of orders, payments, stock and ledgers at any instant, in production too. Each returns no row.
-- I01 more than one live order per basket; a cancelled one keeps its basket
select 'I01' as invariant, shopper_id::text as key, cart_id::text as detail from shop.orders
where state in ('pending', 'placed', 'cancelled') group by shopper_id, cart_id having count(*) > 1
union all -- I02 placed order whose payments do not cover what is due
select 'I02', o.order_id::text, o.card_due_cents::text from shop.orders o
left join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where o.state = 'placed' group by o.shopper_id, o.order_id
having o.card_due_cents <> coalesce(sum(p.amount_cents) filter (where p.state in ('authorized', 'captured')), 0)
union all -- I02 cancelled order of whose payments not every one was asked back
select 'I02', o.order_id::text, o.card_due_cents::text from shop.orders o
left join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where o.state = 'cancelled' group by o.shopper_id, o.order_id
having o.card_due_cents <> coalesce(sum(p.amount_cents) filter (where p.state in ('voiding', 'voided')), 0)
union all -- I03 money kept for an order that was not placed, or was cancelled
select 'I03', o.order_id::text, p.state from shop.orders o
join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where o.state in ('refused', 'cancelled') and p.state in ('authorized', 'captured', 'sent', 'unknown', 'challenged')
union all -- I04 held pieces differ from the holds
select 'I04', s.sku::text || ' at ' || s.location_id::text, s.held::text from shop.stock s
left join shop.stock_hold h on h.sku = s.sku and h.location_id = s.location_id and h.state = 'held'
group by s.sku, s.location_id having s.held <> coalesce(sum(h.quantity), 0)
union all -- I05 hold in a state that contradicts its order
select 'I05', h.order_id::text, h.sku::text || ' ' || h.state from shop.stock_hold h
left join shop.orders o on o.shopper_id = h.shopper_id and o.order_id = h.order_id
where (h.state = 'held' and o.state is distinct from 'pending') or (h.state = 'sold' and o.state is distinct from 'placed')
   or (h.state = 'released' and o.state in ('pending', 'placed'))
union all -- I06 placed order with lines not backed by sold pieces (a line without location takes none), or a cancelled one by released
select 'I06', l.order_id::text, l.sku::text from (
  select shopper_id, order_id, sku, location_id, sum(quantity) as quantity from shop.order_line
  where location_id is not null group by shopper_id, order_id, sku, location_id) l
join shop.orders o on o.shopper_id = l.shopper_id and o.order_id = l.order_id
left join shop.stock_hold h on h.order_id = l.order_id and h.sku = l.sku and h.location_id = l.location_id
  and h.state = case o.state when 'placed' then 'sold' else 'released' end
where o.state in ('placed', 'cancelled')
group by l.order_id, l.sku, l.location_id, l.quantity having coalesce(sum(h.quantity), 0) <> l.quantity
union all -- I07 gift card balance differs from its entries
select 'I07', g.card_id::text, g.balance_cents::text from shop.gift_card g left join shop.gift_card_entry e using (card_id)
group by g.card_id having g.balance_cents <> coalesce(sum(case e.kind when 'issue' then e.amount_cents
  when 'refund' then e.amount_cents when 'spend' then -e.amount_cents when 'writeOff' then -e.amount_cents else 0 end), 0)
union all -- I08 gift card held differs from open holds
select 'I08', g.card_id::text, g.held_cents::text from shop.gift_card g left join shop.gift_card_entry e using (card_id)
group by g.card_id having g.held_cents <> coalesce(sum(case e.kind when 'hold' then e.amount_cents
  when 'release' then -e.amount_cents when 'spend' then -e.amount_cents else 0 end), 0)
union all -- I09 stored value on a placed order differs from what was spent and used for it
select 'I09', o.order_id::text, o.stored_value_cents::text from shop.orders o
where o.state = 'placed' and (
  o.stored_value_cents <> (o.summary->>'giftCardsTotal')::bigint + (o.summary->>'rewardsTotal')::bigint
    + (o.summary->>'tenderCodesTotal')::bigint
  or (o.summary->>'giftCardsTotal')::bigint <> (select coalesce(sum(e.amount_cents), 0) from shop.gift_card_entry e
    where e.order_id = o.order_id and e.kind = 'spend')
  or (o.summary->>'rewardsTotal')::bigint + (o.summary->>'tenderCodesTotal')::bigint >
    (select coalesce(sum(c.amount_cents), 0) from shop.certificate c where c.order_id = o.order_id and c.state = 'used'))
union all -- I09 cancelled order whose gift cards were not paid back what they paid, or a card paid back for another order
select 'I09', o.order_id::text, e.card_id::text from shop.gift_card_entry e
join shop.orders o on o.order_id = e.order_id
where e.kind in ('spend', 'refund') group by o.shopper_id, o.order_id, e.card_id
having coalesce(sum(e.amount_cents) filter (where e.kind = 'refund'), 0) <>
  case o.state when 'cancelled' then coalesce(sum(e.amount_cents) filter (where e.kind = 'spend'), 0) else 0 end
union all
select 'I09', o.order_id::text, o.stored_value_cents::text from shop.orders o
where o.state = 'cancelled' and (o.summary->>'giftCardsTotal')::bigint <> (select coalesce(sum(e.amount_cents), 0)
  from shop.gift_card_entry e where e.order_id = o.order_id and e.kind = 'refund')
union all -- I10 basket state contradicts its order; that of a cancelled one stays ordered
select 'I10', c.cart_id::text, c.state from shop.cart c
left join shop.orders o on o.shopper_id = c.shopper_id and o.cart_id = c.cart_id and o.state in ('pending', 'placed', 'cancelled')
where (c.state = 'ordered' and coalesce(o.state, '') not in ('placed', 'cancelled'))
   or (c.state = 'placing' and o.state is distinct from 'pending')
   or (c.state <> 'ordered' and o.state in ('placed', 'cancelled')) or (c.state = 'open' and o.state is not null)
union all -- I11 placed order without exactly one mail, or a mail for an order not placed
select 'I11', o.order_id::text, o.state from shop.orders o
left join shop.outbox b on b.shopper_id = o.shopper_id and b.topic = 'mail.order-placed' and b.key = o.order_id::text
group by o.shopper_id, o.order_id having (o.state in ('placed', 'cancelled')) <> (count(b.outbox_id) = 1)
union all -- I11 cancelled order without exactly one mail that says so, or such a mail for another
select 'I11', o.order_id::text, o.state from shop.orders o
left join shop.outbox b on b.shopper_id = o.shopper_id and b.topic = 'mail.order-cancelled' and b.key = o.order_id::text
group by o.shopper_id, o.order_id
having (o.state = 'cancelled') <> (count(b.outbox_id) = 1) or (o.state = 'cancelled') <> (o.cancelled_at is not null)
union all -- I12 order total differs from its parts, or its parts from its lines
select 'I12', o.order_id::text, o.total_cents::text from shop.orders o
left join lateral (select coalesce(sum(l.line_cents), 0) as lines, coalesce(sum(l.discount_cents), 0) as discount
  from shop.order_line l where l.shopper_id = o.shopper_id and l.order_id = o.order_id) l on true
where o.total_cents <> (o.summary->>'subtotal')::bigint - (o.summary->>'discount')::bigint + (o.summary->>'shipping')::bigint
    + (o.summary->>'surcharge')::bigint + (o.summary->>'installation')::bigint + (o.summary->>'giftOptions')::bigint
    + (o.summary->>'donation')::bigint + (o.summary->>'tax')::bigint
  or l.lines <> (o.summary->>'subtotal')::bigint + (o.summary->>'donation')::bigint
  or l.discount <> (o.summary->>'discount')::bigint
union all -- I13 pending longer than the settle limit
select 'I13', order_id::text, created_at::text from shop.orders
where state = 'pending' and created_at < now() - interval '15 minutes'
union all -- I14 void asked for but never finished
select 'I14', payment_id::text, state from shop.payment where state = 'voiding' and answered_at < now() - interval '15 minutes'
union all -- I15 promo counter differs from its uses, or is over its limit
select 'I15', p.code, p.uses::text from shop.promo p
left join shop.promo_use u on u.code = p.code and u.state in ('held', 'used')
group by p.code having p.uses <> count(u.order_id) or (p.max_uses is not null and count(u.order_id) > p.max_uses)
union all -- I16 promo use or certificate in a state that contradicts its order
select 'I16', u.order_id::text, u.code from shop.promo_use u
left join shop.orders o on o.shopper_id = u.shopper_id and o.order_id = u.order_id
where (u.state = 'held' and o.state is distinct from 'pending') or (u.state = 'used' and o.state is distinct from 'placed')
   or (u.state = 'released' and o.state in ('pending', 'placed'))
union all
select 'I16', c.order_id::text, c.certificate_id::text from shop.certificate c left join shop.orders o on o.order_id = c.order_id
where (c.state = 'held' and o.state is distinct from 'pending') or (c.state = 'used' and o.state is distinct from 'placed')
union all -- I17 trip counters differ from holds
select 'I17', t.trip_id::text, t.held::text || '+' || t.booked::text from shop.trip t left join shop.trip_hold h using (trip_id)
group by t.trip_id having t.held <> count(*) filter (where h.state = 'held') or t.booked <> count(*) filter (where h.state = 'booked')
union all -- I17 place on a trip in a state that contradicts its order
select 'I17', h.trip_id::text, h.order_id::text || ' ' || h.state from shop.trip_hold h
left join shop.orders o on o.shopper_id = h.shopper_id and o.order_id = h.order_id
where (h.state = 'held' and o.state is distinct from 'pending') or (h.state = 'booked' and o.state is distinct from 'placed')
   or (h.state = 'released' and o.state in ('pending', 'placed'))
union all -- I18 outbox row stuck
select 'I18', outbox_id::text, topic from shop.outbox
where done_at is null and parked_at is null and run_at < now() - interval '15 minutes'
union all -- I19 request key left running
select 'I19', shopper_id::text, key from shop.request_key where state = 'running' and lease_until < now() - interval '5 minutes'
union all -- I20 notice never worked off
select 'I20', provider, event_id from shop.webhook_event where state = 'new' and received_at < now() - interval '5 minutes'
union all -- I21 money kept without a recorded call
select 'I21', p.payment_id::text, p.state from shop.payment p where p.state in ('authorized', 'captured')
  and not exists (select from shop.provider_call c where c.shopper_id = p.shopper_id and c.reference = p.reference)
union all -- I22 one reference of the processor on two payments
select 'I22', provider, provider_ref from shop.payment where provider_ref is not null group by provider, provider_ref having count(*) > 1
union all -- I23 live session older than its limits
select 'I23', shopper_id::text, ends_at::text from shop.session
where revoked_at is null and ends_at > created_at + interval '30 days'
union all -- I25 piece of a registry counted twice: held by a basket whose order holds or has bought it
select 'I25', g.order_id::text, g.gr_id::text || ' ' || g.sku::text from shop.registry_gift g
join shop.orders o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
join shop.registry_hold h on h.shopper_id = o.shopper_id and h.cart_id = o.cart_id
  and h.gr_id = g.gr_id and h.sku = g.sku and h.design_id = g.design_id
where o.state in ('pending', 'placed') and h.until > now()
