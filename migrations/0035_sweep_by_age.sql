-- What is over is looked for by its age, every minute; keys of dead processes every two seconds.
create index throttle_age on shop.throttle (refilled_at);
create index sign_in_token_age on shop.sign_in_token (created_at);
create index sign_in_failure_age on shop.sign_in_failure (at);
create index card_try_age on shop.card_try (started_at);
create index registry_hold_age on shop.registry_hold (until);
create index request_key_running on shop.request_key (lease_until) where state = 'running';
