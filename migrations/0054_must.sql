-- What a transaction writes that nobody waits for is judged here: what must be so and is not undoes the whole of it.
create function shop.must(is_so boolean) returns boolean language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'what was written needs to be so, and is not' using errcode = 'CW001';
  end if;
  return true;
end $$;
