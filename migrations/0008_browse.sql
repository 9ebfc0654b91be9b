-- What browsing needs beyond the catalogue itself: filters, search, favourites.

-- Trigrams find the word a typist meant; unaccent lets 'crepe' find 'crêpe'. Both are trusted extensions: a role that may
-- create things in the database may create them. An administrator may have put them into any schema: what is made below is
-- bound to it once and for all.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists unaccent;
  perform set_config('search_path', 'shop, ' || (select string_agg(distinct quote_ident(n.nspname), ', ')
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname in ('pg_trgm', 'unaccent')), true);
exception
  when insufficient_privilege then
    raise exception 'The role % may not create the extensions pg_trgm and unaccent in database %. Let the owner of the database run "create extension pg_trgm schema public; create extension unaccent schema public;", then start again.',
      current_user, current_database();
  when undefined_file then
    raise exception 'This PostgreSQL server has no extension pg_trgm or unaccent. Install the contributed extensions (postgresql-contrib) on it, then start again.';
end $$;

create text search configuration shop.catalogue (copy = pg_catalog.english);
alter text search configuration shop.catalogue
  alter mapping for hword, hword_part, word with unaccent, english_stem;

create function shop.plain(written text) returns text language sql stable
  return lower(unaccent(written));

-- browse: by which filters a product is found, made of its own line when it is imported
alter table shop.product
  add column browse jsonb not null default '{}',
  add column added_at timestamptz not null default now();
-- facets: 'color:cream material:oak', the values of all filters, of what is sold in the country; added_at: of the product
alter table shop.listing
  add column facets text not null default '',
  add column added_at timestamptz not null default now();

create table shop.product_search(
  brand text not null, product_id text not null, words tsvector not null,
  primary key (brand, product_id),
  foreign key (brand, product_id) references shop.product (brand, product_id));
create index product_search_words on shop.product_search using gin (words);

-- The words of names, kinds, materials and colours: what a word with a slip in it is compared with.
create table shop.search_word(
  brand text not null, word text not null, products int not null,
  primary key (brand, word));
create index search_word_near on shop.search_word using gist (word gist_trgm_ops);

create function shop.near_words(of_brand text, typed text, most int) returns setof text language sql stable
begin atomic
  select word from shop.search_word where brand = of_brand order by word <-> typed, products desc limit most;
end;

-- a shop that is already open can be searched at once; its next import adds the filters
insert into shop.product_search (brand, product_id, words)
select brand, product_id, setweight(to_tsvector('shop.catalogue', name), 'A')
  || setweight(to_tsvector('shop.catalogue', description), 'D')
from shop.product;
insert into shop.search_word (brand, word, products)
select brand, word, count(*) from shop.product, regexp_split_to_table(shop.plain(name), '[^[:alpha:]]+') word
where length(word) between 3 and 30 group by brand, word;
