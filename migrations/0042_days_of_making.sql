-- Which days it takes to make a piece (CALM-04): those of the calendar, or working days as all were counted before.
alter table shop.sku add column make_days_are text not null default 'working' check (make_days_are in ('calendar', 'working'));
