CREATE VIEW hourly AS
SELECT /*+ OPTIONS('contributions' = '8', 'keys-per-window' = '2', 'records-per-cell' = '1') */
       window_start, window_end, zone, COUNT(*) AS rides, SUM(CLAMP(fare, 0, 60, 0.01)) AS fares
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' HOUR))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW so_far AS
SELECT /*+ OPTIONS('contributions' = '2', 'keys-per-period' = '2', 'records-per-key' = '1', 'monotone.riders' = 'true') */
       window_start, window_end, zone, GREATEST(COUNT(*), 0) AS riders
FROM TABLE(CUMULATE(TABLE rides, DESCRIPTOR(ts), INTERVAL '15' MINUTE, INTERVAL '1' DAY))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW last_six AS
SELECT /*+ OPTIONS('contributions' = '12', 'keys-per-period' = '4', 'records-per-key' = '4') */ window_start, window_end, zone, COUNT(*) AS rides
FROM TABLE(HOP(TABLE rides, DESCRIPTOR(ts), INTERVAL '30' MINUTE, INTERVAL '6' HOUR))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW riders AS
SELECT /*+ OPTIONS('contributions' = '2') */ window_start, window_end, zone, COUNT(DISTINCT rider) AS riders
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' DAY))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW fares AS
SELECT /*+ OPTIONS('contributions' = '2') */ window_start, window_end, zone,
       AVG(CLAMP(fare, 0, 60)) AS mean_fare, PERCENTILE(CLAMP(fare, 0, 60), ARRAY[0.25, 0.5, 0.75]) AS fare,
       SUM(CLAMP(fare, 0, 60)) / SUM(CLAMP(km, 0, 50)) AS per_km
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' DAY))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW night AS
SELECT /*+ OPTIONS('contributions' = '2') */ window_start, window_end, zone, COUNT(*) AS rides
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' DAY))
WHERE zone IN ('harbour', 'market') AND (kind = 'night' OR fare BETWEEN 30 AND 60) AND NOT kind IN ('test')
GROUP BY window_start, window_end, zone;
CREATE VIEW anywhere AS
SELECT /*+ OPTIONS('contributions' = '4') */ window_start, window_end, zone, COUNT(*) AS rides
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' HOUR)) WHERE zone IN ('a') GROUP BY window_start, window_end, zone;
CREATE VIEW for_ever AS
SELECT /*+ OPTIONS('every' = '15m', 'contributions' = '1') */ zone, COUNT(*) AS rides FROM rides WHERE zone IN ('harbour', 'market') GROUP BY zone;
