-- What must be true of orders, payments, stock and ledgers at any instant, in production too. Each returns no row. As it stands
-- this looks at everything; where it says /* orders … */ true and the like, the guard of the books puts a part (invariants-store.ts).
-- What stands between /* sums */ and /* end */ it may add up page by page (counters-store.ts).
-- I01 more than one live order per basket; a cancelled one keeps its basket
select 'I01' as invariant, o.shopper_id::text as key, o.cart_id::text as detail from shop.orders o
where /* orders o.order_id */ true and o.state in ('pending', 'placed', 'cancelled') and exists (select from shop.orders x
  where x.shopper_id = o.shopper_id and x.cart_id = o.cart_id and x.order_id <> o.order_id
    and x.state in ('pending', 'placed', 'cancelled'))
union all -- I02 placed order whose payments do not cover what is due
select 'I02', o.order_id::text, o.card_due_cents::text from shop.orders o
left join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where /* orders o.order_id */ true and o.state = 'placed' group by o.shopper_id, o.order_id
having o.card_due_cents <> coalesce(sum(p.amount_cents) filter (where p.state in ('authorized', 'captured')), 0)
union all -- I02 cancelled order of whose payments not every one was asked back
select 'I02', o.order_id::text, o.card_due_cents::text from shop.orders o
left join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where /* orders o.order_id */ true and o.state = 'cancelled' group by o.shopper_id, o.order_id
having o.card_due_cents <> coalesce(sum(p.amount_cents) filter (where p.state in ('voiding', 'voided')), 0)
union all -- I03 money kept for an order that was not placed, or was cancelled
select 'I03', o.order_id::text, p.state from shop.orders o
join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where /* orders o.order_id */ true and o.state in ('refused', 'cancelled') and p.state in ('authorized', 'captured', 'sent', 'unknown', 'challenged')
union all -- I04 held pieces differ from the holds
select 'I04', sku::text || ' at ' || location_id::text, coalesce(s.held, 0)::text
from (select sku, location_id, held from shop.stock where /* skus sku */ true and held > 0) s
full join (select sku, location_id, sum(quantity) as held from shop.stock_hold
  where /* skus sku */ true and state = 'held' group by sku, location_id) h
  using (sku, location_id)
where coalesce(s.held, 0) <> coalesce(h.held, 0)
union all -- I05 hold in a state that contradicts its order
select 'I05', h.order_id::text, h.sku::text || ' ' || h.state from shop.stock_hold h
left join shop.orders o on o.shopper_id = h.shopper_id and o.order_id = h.order_id
where /* orders h.order_id */ true
  and ((h.state = 'held' and o.state is distinct from 'pending') or (h.state = 'sold' and o.state is distinct from 'placed')
   or (h.state = 'released' and coalesce(o.state, '') not in ('refused', 'cancelled')))
union all -- I05 hold that no line of its order asks for
select 'I05', h.order_id::text, h.sku::text || ' ' || h.quantity::text from shop.stock_hold h
where /* orders h.order_id */ true and h.quantity <> (select coalesce(sum(l.quantity), 0) from shop.order_line l where l.shopper_id = h.shopper_id
  and l.order_id = h.order_id and l.sku = h.sku and l.location_id = h.location_id)
union all -- I06 order with lines not backed by pieces in the state that is its own (a line without location takes none)
select 'I06', l.order_id::text, l.sku::text from (
  select o.order_id, o.state, l.sku, l.location_id, sum(l.quantity) as quantity from shop.orders o
  join shop.order_line l on l.shopper_id = o.shopper_id and l.order_id = o.order_id
  where /* orders o.order_id */ true and l.location_id is not null
  group by o.order_id, o.state, l.sku, l.location_id) l
left join shop.stock_hold h on h.order_id = l.order_id and h.sku = l.sku and h.location_id = l.location_id
  and h.state = case l.state when 'placed' then 'sold' when 'pending' then 'held' else 'released' end
group by l.order_id, l.sku, l.location_id, l.quantity having coalesce(sum(h.quantity), 0) <> l.quantity
union all -- I07 gift card balance differs from its entries
select 'I07', g.card_id::text, g.balance_cents::text from shop.gift_card g
left join (/* sums */ select e.card_id, sum(case e.kind when 'issue' then e.amount_cents when 'refund' then e.amount_cents
    when 'spend' then -e.amount_cents when 'writeOff' then -e.amount_cents else 0 end)
  from shop.gift_card_entry e where /* cards e.card_id */ true group by e.card_id /* end */) s(card_id, balance) using (card_id)
where /* cards g.card_id */ true and g.balance_cents <> coalesce(s.balance, 0)
union all -- I08 gift card held differs from open holds
select 'I08', g.card_id::text, g.held_cents::text from shop.gift_card g
left join (/* sums */ select e.card_id, sum(case e.kind when 'hold' then e.amount_cents when 'release' then -e.amount_cents
    when 'spend' then -e.amount_cents else 0 end)
  from shop.gift_card_entry e where /* cards e.card_id */ true group by e.card_id /* end */) s(card_id, held) using (card_id)
where /* cards g.card_id */ true and g.held_cents <> coalesce(s.held, 0)
union all -- I09 stored value on a placed order differs from what was spent and used for it
select 'I09', o.order_id::text, o.stored_value_cents::text from shop.orders o
where /* orders o.order_id */ true and o.state = 'placed' and (
  o.stored_value_cents <> (o.summary->>'giftCardsTotal')::bigint + (o.summary->>'rewardsTotal')::bigint
    + (o.summary->>'tenderCodesTotal')::bigint
  or (o.summary->>'giftCardsTotal')::bigint <> (select coalesce(sum(e.amount_cents), 0) from shop.gift_card_entry e
    where e.order_id = o.order_id and e.kind = 'spend')
  or (o.summary->>'rewardsTotal')::bigint + (o.summary->>'tenderCodesTotal')::bigint >
    (select coalesce(sum(c.amount_cents), 0) from shop.certificate c where c.order_id = o.order_id and c.state = 'used'))
union all -- I09 cancelled order whose gift cards were not paid back what they paid, or a card paid back for another order
select 'I09', o.order_id::text, e.card_id::text from shop.gift_card_entry e
join shop.orders o on o.order_id = e.order_id
where /* orders e.order_id */ true and e.kind in ('spend', 'refund') group by o.shopper_id, o.order_id, e.card_id
having coalesce(sum(e.amount_cents) filter (where e.kind = 'refund'), 0) <>
  case o.state when 'cancelled' then coalesce(sum(e.amount_cents) filter (where e.kind = 'spend'), 0) else 0 end
union all
select 'I09', o.order_id::text, o.stored_value_cents::text from shop.orders o
where /* orders o.order_id */ true and o.state = 'cancelled' and (o.summary->>'giftCardsTotal')::bigint <> (select coalesce(sum(e.amount_cents), 0)
  from shop.gift_card_entry e where e.order_id = o.order_id and e.kind = 'refund')
union all -- I10 basket state contradicts its order; that of a cancelled one stays ordered
select 'I10', c.cart_id::text, c.state from shop.cart c
where /* carts c.cart_id */ true and c.state in ('ordered', 'placing') and not exists (select from shop.orders o
  where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id
    and ((c.state = 'ordered' and o.state in ('placed', 'cancelled')) or (c.state = 'placing' and o.state = 'pending')))
  and not exists (select from shop.order_archive a where a.shopper_id = c.shopper_id and a.cart_id = c.cart_id
    and c.state = 'ordered' and a.state in ('placed', 'cancelled'))
union all -- I10 order whose basket is in another state than its own
select 'I10', c.cart_id::text, c.state from shop.orders o
join shop.cart c on c.shopper_id = o.shopper_id and c.cart_id = o.cart_id
where /* orders o.order_id */ true and ((o.state in ('placed', 'cancelled') and c.state not in ('ordered', 'placing'))
  or (o.state = 'pending' and c.state = 'open'))
union all -- I11 placed order without exactly one mail, or a mail for an order not placed
select 'I11', o.order_id::text, o.state from shop.orders o
left join shop.outbox b on b.shopper_id = o.shopper_id and b.topic = 'mail.order-placed' and b.key = o.order_id::text
where /* orders o.order_id */ true group by o.shopper_id, o.order_id having (o.state in ('placed', 'cancelled')) <> (count(b.outbox_id) = 1)
union all -- I11 cancelled order without exactly one mail that says so, or such a mail for another
select 'I11', o.order_id::text, o.state from shop.orders o
left join shop.outbox b on b.shopper_id = o.shopper_id and b.topic = 'mail.order-cancelled' and b.key = o.order_id::text
where /* orders o.order_id */ true group by o.shopper_id, o.order_id
having (o.state = 'cancelled') <> (count(b.outbox_id) = 1) or (o.state = 'cancelled') <> (o.cancelled_at is not null)
union all -- I12 order total differs from its parts, or its parts from its lines
select 'I12', o.order_id::text, o.total_cents::text from shop.orders o
left join lateral (select coalesce(sum(l.line_cents), 0) as lines, coalesce(sum(l.discount_cents), 0) as discount
  from shop.order_line l where l.shopper_id = o.shopper_id and l.order_id = o.order_id) l on true
where /* orders o.order_id */ true and (o.total_cents <> (o.summary->>'subtotal')::bigint - (o.summary->>'discount')::bigint + (o.summary->>'shipping')::bigint
    + (o.summary->>'surcharge')::bigint + (o.summary->>'installation')::bigint + (o.summary->>'giftOptions')::bigint
    + (o.summary->>'donation')::bigint + (o.summary->>'tax')::bigint
  or l.lines <> (o.summary->>'subtotal')::bigint + (o.summary->>'donation')::bigint
  or l.discount <> (o.summary->>'discount')::bigint)
union all -- I13 pending longer than the settle limit
select 'I13', order_id::text, created_at::text from shop.orders
where state = 'pending' and created_at < now() - interval '15 minutes'
union all -- I14 void asked for but never finished
select 'I14', payment_id::text, state from shop.payment where state = 'voiding' and answered_at < now() - interval '15 minutes'
union all -- I15 promo counter differs from its uses, or is over its limit
select 'I15', p.code, p.uses::text from shop.promo p
left join (/* sums */ select u.code, count(*) filter (where u.state in ('held', 'used'))
  from shop.promo_use u where /* promos u.code */ true group by u.code /* end */) s(code, uses) using (code)
where /* promos p.code */ true and (p.uses <> coalesce(s.uses, 0) or (p.max_uses is not null and coalesce(s.uses, 0) > p.max_uses))
union all -- I16 promo use or certificate in a state that contradicts its order
select 'I16', u.order_id::text, u.code from shop.promo_use u
left join (select shopper_id, order_id, state from shop.orders union all select shopper_id, order_id, state from shop.order_archive) o on o.shopper_id = u.shopper_id and o.order_id = u.order_id
where /* orders u.order_id */ true
  and ((u.state = 'held' and o.state is distinct from 'pending') or (u.state = 'used' and o.state is distinct from 'placed')
   or (u.state = 'released' and coalesce(o.state, '') not in ('refused', 'cancelled')))
union all
select 'I16', c.order_id::text, c.certificate_id::text from shop.certificate c
left join (select order_id, state from shop.orders union all select order_id, state from shop.order_archive) o on o.order_id = c.order_id
where /* orders c.order_id */ true
  and ((c.state = 'held' and o.state is distinct from 'pending') or (c.state = 'used' and o.state is distinct from 'placed'))
union all -- I17 trip counters differ from holds
select 'I17', t.trip_id::text, t.held::text || '+' || t.booked::text from shop.trip t
left join (/* sums */ select h.trip_id, count(*) filter (where h.state = 'held'), count(*) filter (where h.state = 'booked')
  from shop.trip_hold h where /* trips h.trip_id */ true group by h.trip_id /* end */) s(trip_id, held, booked) using (trip_id)
where /* trips t.trip_id */ true and (t.held <> coalesce(s.held, 0) or t.booked <> coalesce(s.booked, 0))
union all -- I17 place on a trip in a state that contradicts its order
select 'I17', h.trip_id::text, h.order_id::text || ' ' || h.state from shop.trip_hold h
left join (select shopper_id, order_id, state from shop.orders union all select shopper_id, order_id, state from shop.order_archive) o on o.shopper_id = h.shopper_id and o.order_id = h.order_id
where /* orders h.order_id */ true
  and ((h.state = 'held' and o.state is distinct from 'pending') or (h.state = 'booked' and o.state is distinct from 'placed')
   or (h.state = 'released' and coalesce(o.state, '') not in ('refused', 'cancelled')))
union all -- I18 outbox row stuck
select 'I18', outbox_id::text, topic from shop.outbox
where done_at is null and parked_at is null and run_at < now() - interval '15 minutes'
union all -- I19 request key left running
select 'I19', shopper_id::text, key from shop.request_key where state = 'running' and order_id is null and lease_until < now() - interval '5 minutes'
union all -- I19 request key of an order that is not there
select 'I19', k.shopper_id::text, k.key from shop.request_key k
left join shop.orders o on o.shopper_id = k.order_shopper_id and o.order_id = k.order_id
where /* keys (k.order_shopper_id, k.order_id) */ true and k.order_id is not null and o.order_id is null
union all -- I20 notice never worked off
select 'I20', provider, event_id from shop.webhook_event where state = 'new' and received_at < now() - interval '5 minutes'
union all -- I21 money kept without a recorded call
select 'I21', p.payment_id::text, p.state from shop.orders o
join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where /* orders o.order_id */ true and p.state in ('authorized', 'captured') and not o.is_from_archive
  and not exists (select from shop.provider_call c where c.shopper_id = p.shopper_id and c.reference = p.reference
    and (c.order_month = shop.month_of(o.created_at) or c.order_month = '-infinity'))
union all -- I22 one reference of the processor on two payments
select distinct 'I22', p.provider, p.provider_ref from shop.orders o
join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
where /* orders o.order_id */ true and exists (select from shop.payment x
  where x.provider = p.provider and x.provider_ref = p.provider_ref and x.payment_id <> p.payment_id)
union all -- I23 live session older than its limits
select 'I23', shopper_id::text, ends_at::text from shop.session
where revoked_at is null and ends_at - created_at > interval '30 days' and ends_at > created_at + interval '30 days'
union all -- I25 piece of a registry counted twice: held by a basket whose order holds or has bought it
select 'I25', g.order_id::text, g.gr_id::text || ' ' || g.sku::text from shop.registry_gift g
join shop.orders o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
join shop.registry_hold h on h.shopper_id = o.shopper_id and h.cart_id = o.cart_id
  and h.gr_id = g.gr_id and h.sku = g.sku and h.design_id = g.design_id
where /* orders o.order_id */ true and o.state in ('pending', 'placed') and h.until > now()
union all -- I26 payment in a state that its pending or placed order cannot have; of those given up see I02 and I03
select 'I26', p.order_id::text, p.state || ' of ' || o.state from shop.payment p
join shop.orders o on o.shopper_id = p.shopper_id and o.order_id = p.order_id
where /* orders o.order_id */ true and ((o.state = 'pending' and p.state in ('voiding', 'voided'))
   or (o.state = 'placed' and p.state not in ('authorized', 'captured')))
union all -- I27 gift card held, spent, released or paid back other than its order and that order's state say
select 'I27', coalesce(m.order_id, w.order_id)::text, coalesce(m.card_id, w.card_id)::text
from (select order_id, card_id, coalesce(sum(amount_cents) filter (where kind = 'hold'), 0) as held,
    coalesce(sum(amount_cents) filter (where kind = 'release'), 0) as released,
    coalesce(sum(amount_cents) filter (where kind = 'spend'), 0) as spent,
    coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) as refunded
  from shop.gift_card_entry e where /* orders e.order_id */ true and kind not in ('issue', 'writeOff')
    and order_id is not null group by order_id, card_id) m
full join (select o.order_id, (t->>'tenderId')::uuid as card_id, (t->>'cents')::bigint as cents
  from (select order_id, facts->'tenders' as tenders from shop.orders union all select order_id, tenders from shop.order_archive) o,
    jsonb_array_elements(o.tenders) t
  where /* orders o.order_id */ true and t->>'kind' = 'giftCard') w
  on w.order_id = m.order_id and w.card_id = m.card_id
left join (select order_id, state, facts->'tenders' as tenders from shop.orders
  union all select order_id, state, tenders from shop.order_archive) o on o.order_id = coalesce(m.order_id, w.order_id)
-- orders of before tenders were kept with them are taken at their holds
left join lateral (select coalesce(w.cents, case when o.tenders is not null then 0 else m.held end) as cents) c on true
where o.state is null or (m.held, m.released, m.spent, m.refunded) is distinct from (c.cents,
  case o.state when 'refused' then c.cents else 0 end,
  case when o.state in ('placed', 'cancelled') then c.cents else 0 end,
  case o.state when 'cancelled' then c.cents else 0 end)
union all -- I27 gift card issued or written off for an order
select 'I27', e.order_id::text, e.card_id::text from shop.gift_card_entry e
where /* orders e.order_id */ true and e.kind in ('issue', 'writeOff') and e.order_id is not null
union all -- I27 gift card held, spent, released or paid back for no order
select 'I27', null, e.card_id::text from shop.gift_card_entry e
where e.kind not in ('issue', 'writeOff') and e.order_id is null
union all -- I27 gift card written off that is none of the demo's
select 'I27', e.card_id::text, e.amount_cents::text from shop.gift_card_entry e join shop.gift_card g using (card_id)
where e.kind = 'writeOff' and not g.is_demo
union all -- I28 certificate or code taken by an order that does not name it
select 'I28', c.order_id::text, c.certificate_id::text from shop.certificate c join shop.orders o on o.order_id = c.order_id
where /* orders c.order_id */ true and o.facts ? 'tenders' and not o.facts->'tenders' @> jsonb_build_array(jsonb_build_object('tenderId', c.certificate_id))
union all -- I28 certificate or code that an order names and has not taken
select 'I28', o.order_id::text, t->>'tenderId' from shop.orders o, jsonb_array_elements(o.facts->'tenders') t
left join lateral (select order_id, state from shop.certificate where certificate_id = (t->>'tenderId')::uuid limit 1) c on true
where /* orders o.order_id */ true and o.state in ('pending', 'placed') and t->>'kind' <> 'giftCard'
  and (c.order_id is distinct from o.order_id or c.state <> case o.state when 'pending' then 'held' else 'used' end)
union all -- I29 promotion used by an order that does not name it
select 'I29', u.order_id::text, u.code from shop.promo_use u
join shop.orders o on o.shopper_id = u.shopper_id and o.order_id = u.order_id
where /* orders u.order_id */ true and o.facts ? 'promoCode' and o.facts->>'promoCode' <> u.code
union all -- I29 promotion that an order names and has not used
select 'I29', o.order_id::text, o.facts->>'promoCode' from shop.orders o
where /* orders o.order_id */ true and o.state in ('pending', 'placed') and coalesce(o.facts->>'promoCode', '') <> '' and not exists (
  select from shop.promo_use u where u.code = o.facts->>'promoCode' and u.order_id = o.order_id
    and u.state = case o.state when 'pending' then 'held' else 'used' end)
union all -- I30 place on a trip for an order that does not name it
select 'I30', h.order_id::text, h.trip_id::text from shop.trip_hold h
join shop.orders o on o.shopper_id = h.shopper_id and o.order_id = h.order_id
where /* orders h.order_id */ true and o.facts ? 'tripIds' and not o.facts->'tripIds' @> to_jsonb(h.trip_id)
union all -- I30 trip that an order names and has no place on
select 'I30', o.order_id::text, t from shop.orders o, jsonb_array_elements_text(o.facts->'tripIds') t
where /* orders o.order_id */ true and o.state in ('pending', 'placed') and not exists (
  select from shop.trip_hold h where h.trip_id = t::bigint and h.order_id = o.order_id
    and h.state = case o.state when 'pending' then 'held' else 'booked' end offset 0)
union all -- I31 piece of a registry that is not what its line is, or a line for a registry without its piece
select 'I31', coalesce(g.order_id, l.order_id)::text, coalesce(g.line_no, l.line_no)::text
from (select l.* from shop.orders o join shop.order_line l on l.shopper_id = o.shopper_id and l.order_id = o.order_id
  where /* orders o.order_id */ true and coalesce((l.item->>'grId')::bigint, 0) <> 0) l
full join (select g.* from shop.orders o join shop.registry_gift g on g.shopper_id = o.shopper_id and g.order_id = o.order_id
  where /* orders o.order_id */ true) g on g.shopper_id = l.shopper_id and g.order_id = l.order_id and g.line_no = l.line_no
where (g.order_id is null and exists (select from shop.orders o where o.shopper_id = l.shopper_id and o.order_id = l.order_id
    and o.created_at > (select at from shop_meta.migration where number = 19)))
  or l.order_id is null or g.sku <> l.sku or g.quantity <> l.quantity
  or g.gr_id <> (l.item->>'grId')::bigint
union all -- I31 piece of a registry set aside for a basket that is not there, or longer than a checkout may take
select 'I31', h.cart_id::text, h.gr_id::text || ' ' || h.sku::text from shop.registry_hold h
left join shop.cart c on c.shopper_id = h.shopper_id and c.cart_id = h.cart_id
where (c.cart_id is null and h.until > now()) or h.until > now() + interval '1 day'
union all -- I36 basket whose parts are not what is there: looked at while it is fresh
select 'I36', c.cart_id::text, c.parts::text from (select shopper_id, cart_id, parts from shop.cart
  where /* fresh updated_at */ true and state = 'open' and updated_at > now() - interval '5 minutes' order by updated_at desc limit 5000) c
where c.parts <> shop.parts_of_cart(c.shopper_id, c.cart_id)
