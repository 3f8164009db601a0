-- Articles that customers of a shop have bought so far, day by day, where nobody declares the articles: one appears once so many customers
-- have bought it that its noisy number of them reaches a threshold. The stream is that of items.yaml.
--   ./weir replay examples/items.sql --input events-retail.csv.gz --out out/items
SET 'pipeline.name' = 'items';

CREATE TABLE purchases (
  `time` TIMESTAMP_LTZ(3),
  unit STRING,
  item STRING,
  `value` DECIMAL(10, 2),
  WATERMARK FOR `time` AS `time`
) WITH (
  'connector' = 'weir',
  'format' = 'csv',
  'privacy.unit-column' = 'unit',
  'privacy.unit' = 'user',
  'privacy.epsilon' = '6',
  'privacy.delta' = '1e-6',
  'privacy.domain' = 'items',
  'clock.max-skew' = '31d'
);

CREATE VIEW items AS
SELECT /*+ OPTIONS('contributions' = '20', 'keys-per-period' = '20', 'records-per-key' = '1', 'every' = '1d', 'horizon' = '374',
           'discovered.delta' = '5e-7') */
       item, COUNT(*) AS customers
FROM purchases
WHERE `value` > 0
GROUP BY item;
