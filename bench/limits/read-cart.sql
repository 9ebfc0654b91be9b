-- The answer of GetCartJsx for a cart of parcels that lie in the warehouse, shipped the standard way: lines, those saved for
-- later, the promotion of its code, shipping, tax of its ZIP. One row, one column: the JSON as it goes to the browser.
--   :token    SHA-256 of the cookie's value
--   :brand, :country
--   :words    what a program knows by heart: when a parcel arrives, what shipping costs, what is taxed where
--   :said     and what it says whatever is in the cart, as the inside of a JSON object
-- Not for carts with recipients, payments, stored value, registries, pickup, furniture, personalization or donations.
with basket as materialized (
  select c.shopper_id, c.cart_id, c.version, c.tax_zip, c.discount_code, c.currency, c.state, s.auth, s.is_app,
    p.kind, p.percent_millionths, p.amount_cents, p.least_subtotal_cents, coalesce(
      (p.max_uses is null or p.uses < p.max_uses) and p.brand in ('', c.brand) and p.country in ('', c.country)
      and coalesce(p.starts_at <= now(), true) and coalesce(p.ends_at > now(), true) and not p.is_store_card_only
      and (p.per_shopper is null or p.per_shopper > (select count(*) from shop.promo_use u
        where u.code = p.code and u.shopper_id = c.shopper_id and u.state in ('held', 'used'))), false) as is_good
  from shop.session s
  join shop.cart c on c.shopper_id = s.shopper_id and c.brand = s.brand and c.country = s.country
    and c.state in ('open', 'placing')
  left join shop.promo p on p.code = c.discount_code and (not p.is_demo or shop.demo_pays())
  where s.token_sha256 = :token and s.brand = :brand and s.country = :country and s.revoked_at is null
    and s.ends_at > now() and (s.auth = 'guest' or s.seen_at > now() - interval '12 hours')
), line as materialized (
  select l.list, l.quantity * r.current_cents as cents,
    row_number() over (partition by l.list order by l.position, l.line_id) as place,
    not exists (select from jsonb_array_elements(p.options) o where jsonb_array_length(o->'values') > 1) as is_only_piece,
    l.line_id, l.sku, l.quantity, l.ship_method, r.current_cents, r.regular_cents, r.price_type, r.markdown_type,
    k.name, k.picture, k.option_choice, k.services, k.personalization is not null as is_personalizable,
    k.dimensions, k.boxes, k.property_codes, b.currency,
    p.options, p.category_slug, p.department, p.class, p.subclass,
    greatest(t.on_hand - t.held, 0) as free
  from basket b
  join shop.cart_line l on l.shopper_id = b.shopper_id and l.cart_id = b.cart_id
  join shop.sku k on k.sku = l.sku and k.brand = :brand and k.status = 'active'
  join shop.product p on p.brand = k.brand and p.product_id = k.product_id
  join shop.price r on r.sku = k.sku and r.country = :country
  join shop.location w on w.brand = k.brand and w.country = :country and w.kind = 'warehouse'
  join shop.stock t on t.sku = k.sku and t.location_id = w.location_id and t.on_hand - t.held >= l.quantity
), item as (
  select l.list, l.place, case when l.is_only_piece then '{"isOnlyPiece": true,' || substr(j.text, 2) else j.text end as text
  from line l
  cross join lateral (select row_to_json(v)::text as text from (select
    l.line_id as id, l.sku, l.name as title, coalesce('/pictures/' || (l.picture->>'file'), '') as "imagePath",
    '/product/' || l.sku as "navigateUrl", l.current_cents as "currentPrice", l.regular_cents as "regularPrice",
    l.quantity, l.cents as "totalPrice",
    coalesce((select json_agg(json_build_object('code', o->>'code', 'name', o->>'name', 'value', v->>'name') order by o->>'code')
      from jsonb_array_elements(l.options) o, jsonb_array_elements(o->'values') v
      where (o->>'code') || ':' || (v->>'value') = any(string_to_array(l.option_choice, '|'))), '[]') as "optionChoices",
    false as "isPersonalized", null as personalization, null as "inHousePersonalization",
    l.is_personalizable as "isPersonalizable", false as "isPickup", '' as "storeNumber", '' as "storeName",
    l.ship_method as "shipMethod", l.ship_method as "calculatedShipMethod", 1 as availability,
    'In stock' as "availabilityMessage", 0 as "quantityLeft", :words::jsonb->'arrives' as edd,
    false as "isInstallationServiceRequired", '' as "installationServiceType", 0 as "installationServiceFee",
    coalesce((select json_agg(json_build_object('type', s->>'type', 'name', s->>'name', 'fee', s->'feeCents'->:country))
      from jsonb_array_elements(l.services) s where s->'feeCents' ? :country), '[]') as "installationServices",
    0 as "grId", false as "isDonation", l.dimensions,
    coalesce((select json_agg(json_build_object('boxNumber', x->'boxNumber', 'quantity', x->'quantity', 'width', x->'width',
      'depth', x->'depth', 'height', x->'height')) from jsonb_array_elements(l.boxes) x), '[]') as boxes,
    l.property_codes as "propertyCodes", l.current_cents as price, l.price_type as "priceTypeCode",
    l.markdown_type as "markdownTypeCode", l.category_slug as category, l.department, l.class, l.subclass,
    '' as "storePickupNumber", l.name, :brand as brand, l.currency as "currencyCode",
    l.property_codes && '{300,400}' as "isMadeToOrder", l.place as position) v) j
), merchandise as (
  select coalesce(sum(cents), 0) as cents, count(*) as lines from line where list = 'cart'
), discounted as (
  select m.cents, m.lines, case when not b.is_good or m.cents < b.least_subtotal_cents then 0
      when b.kind = 'percent' then least(round(m.cents * b.percent_millionths / 1000000.0), m.cents)
      when b.kind = 'amount' then least(b.amount_cents, m.cents) else 0 end as discount,
    b.is_good and b.kind = 'freeShipping' and m.cents >= b.least_subtotal_cents as is_free
  from basket b, merchandise m
), shipped as (
  select d.*, case when d.is_free or d.lines = 0 then 0 else coalesce(
      (select (x.band->>'feeCents')::int from jsonb_array_elements(:words::jsonb->'fees'->'bands') with ordinality x(band, nth)
       where d.cents <= (x.band->>'toCents')::int order by x.nth limit 1),
      least(round(d.cents * (:words::jsonb->'fees'->>'aboveMillionths')::int / 1000000.0), (:words::jsonb->'fees'->>'capCents')::int)) end as shipping
  from discounted d
), taxed as (
  select s.*, t.parts, coalesce(t.cents, 0) as tax from shipped s, basket b
  left join lateral (select json_agg(json_build_object('name', part->>'name', 'cents', c.cents)) as parts, sum(c.cents) as cents
    from jsonb_array_elements(:words::jsonb->'taxes'->b.tax_zip) part,
      lateral (select round((s.cents - s.discount + s.shipping) * (part->>'millionths')::int / 1000000.0)::int as cents) c) t on true
)
select '{"lineItems":[' || coalesce((select string_agg(text, ',' order by place) from item where list = 'cart'), '')
  || '],"savedForLater":[' || coalesce((select string_agg(text, ',' order by place) from item where list = 'saved'), '')
  || '],' || :said::text || ',' || substr(row_to_json(v)::text, 2) as answer
from (select b.version as "basketVersion", '[]'::json as changes, b.auth = 'guest' as "isGuest", b.is_app as "isApp",
    b.state = 'placing' as "isPlacing",
    json_build_object('discountCode', b.discount_code, 'taxZipCode', b.tax_zip) as "cartSummary",
    json_build_object('subtotal', t.cents, 'discount', t.discount, 'shipping', t.shipping, 'surcharge', 0,
      'installation', 0, 'giftOptions', 0, 'donation', 0, 'tax', t.tax, 'rewardsTotal', 0, 'giftCardsTotal', 0,
      'tenderCodesTotal', 0, 'amountDue', t.cents - t.discount + t.shipping + t.tax,
      'total', t.cents - t.discount + t.shipping + t.tax, 'rewardsExceedOrderTotalMessage', '',
      'isTaxKnown', t.lines = 0 or :words::jsonb->'taxes' ? b.tax_zip, 'taxParts', coalesce(t.parts, '[]')) as "orderSummary"
  from basket b, taxed t) v
