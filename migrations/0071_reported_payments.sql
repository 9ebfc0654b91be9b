-- What a processor without a list has told of payments that hold money for no payment of ours, by its signed webhook events and its
-- reports (OPS-30, docs/decisions/0157). given_back_at: it has accepted to give it back.
create table shop.reported_payment(
  provider text not null, provider_ref text not null, reference text not null,
  amount_cents int not null check (amount_cents > 0), currency text not null check (currency in ('USD','CAD')),
  state text not null check (state in ('authorized','captured','voided','refunded')),
  source text not null check (source in ('event','report')),
  reported_at timestamptz not null default now(), given_back_at timestamptz,
  primary key (provider, provider_ref));

-- The processor's reports that were read, and those that were refused. days: which it covers, by its own time zone.
create table shop.payment_report(
  provider text not null, name text not null, state text not null check (state in ('read','refused')),
  why text, days date[] not null default '{}', payments int not null default 0,
  at timestamptz not null default now(), primary key (provider, name));
