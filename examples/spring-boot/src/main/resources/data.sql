insert into owner (id, name, town) values (1, 'Ann', 'Ulm'), (2, 'Bob', 'Bonn'), (3, 'Cleo', 'Kiel');
insert into pet (id, name, kind, owner_id) values (1, 'Leo', 'CAT', 1), (2, 'Rex', 'DOG', 1), (3, 'Kit', 'CAT', 2), (4, 'Bun', 'RABBIT', 3);
insert into visit (id, pet_id, visit_day, reason) values (1, 1, date '2026-01-12', 'vaccination'), (2, 2, date '2026-03-02', 'limping');
alter table owner alter column id restart with 100;
alter table pet alter column id restart with 100;
alter table visit alter column id restart with 100;
