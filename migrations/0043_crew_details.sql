-- What the shopper tells the crew who bring furniture or freight: a number to call, when the address has none, and how to get in.
alter table shop.recipient add column crew_phone text not null default '';
alter table shop.recipient add column access_notes text not null default '' check (char_length(access_notes) <= 200);
