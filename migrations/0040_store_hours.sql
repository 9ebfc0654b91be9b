-- The hours of a store as shoppers read them: 'Mon-Sat 10 am to 8 pm'; '' where nobody has said them.
alter table shop.location add column hours text not null default '';
