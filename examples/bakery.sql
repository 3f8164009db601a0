-- Sales of a bakery that is open all night, over the weekend on which its clocks go back: local times of an export that has one till
-- after the other, and columns with blanks. The sales beside it were made up for Weir.
--   ./weir replay examples/bakery.sql --input examples/bakery.csv.gz --sort --out out/bakery
SET 'pipeline.name' = 'bakery';

CREATE TABLE bakery (
  `Date and time` TIMESTAMP_LTZ(3),
  `Card no.` STRING,
  Branch STRING,
  `Price (EUR)` DECIMAL(38, 2),
  WATERMARK FOR `Date and time` AS `Date and time`
) WITH (
  'connector' = 'weir',
  'format' = 'csv',
  'csv.field-delimiter' = 'semicolon',
  'time-format' = 'dd.MM.uuuu HH:mm:ss',
  'time-zone' = 'Europe/Berlin',
  'privacy.unit-column' = 'Card no.',
  'privacy.unit' = 'user-per-day',
  'privacy.epsilon' = '1.0',
  'privacy.domain' = 'bakery',
  'clock.max-skew' = '31d'
);

CREATE VIEW sales AS
SELECT /*+ OPTIONS('contributions' = '4', 'zone' = 'Europe/Berlin') */
       window_start, window_end, Branch, COUNT(*) AS sales, SUM(CLAMP(`Price (EUR)`, 0, 50)) AS turnover
FROM TABLE(TUMBLE(TABLE bakery, DESCRIPTOR(`Date and time`), INTERVAL '1' DAY))
WHERE Branch IN ('Nordmarkt', 'Bahnhof', 'Am Ring') AND `Price (EUR)` > 0
GROUP BY window_start, window_end, Branch;

