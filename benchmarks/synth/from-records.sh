#!/bin/sh
# From made-up visits to synthetic ones: replays a pipeline whose keys have two columns, removes its private folder, and draws records
# from what was published. Needs keys of several columns (key: {fields: [..], declared: {..}}). Ends with 1 if a step fails, or if
# phones outnumber computers in DE, which they do not among the visits: noise does that in less than 1e-9 of all runs.
#   benchmarks/synth/from-records.sh FOLDER
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
dir=${1:?a folder that does not exist yet}
mkdir "$dir"
cat > "$dir/visits.yaml" <<'YAML'
pipeline: visits
domain: {name: visits}
source: {format: csv, time: time, unit: unit}
privacy: {unit: user-per-day, budget: {epsilon: 1.0, delta: 1e-6}}
queries:
  - name: country-device
    key: {fields: [country, device], declared: {country: [DE, FR], device: [computer, phone]}}
    window: {tumbling: 1d}
    release: [{count: visits}]
    spend: {contributions: 1}
  - name: device-hour
    key: {fields: [device, hour], declared: {device: [computer, phone], hour: [am, pm]}}
    window: {tumbling: 1d}
    release: [{count: visits}]
    spend: {contributions: 1}
YAML
cat > "$dir/tree.yaml" <<'YAML'
root: country
columns:
  - {name: country, values: [DE, FR]}
  - {name: device, values: [computer, phone]}
  - {name: hour, values: [am, pm]}
edges:
  - {from: country, to: device, query: country-device}
  - {from: device, to: hour, query: device-hour}
YAML
awk 'BEGIN {
    print "time,unit,country,device,hour"
    for (i = 0; i < 2000; i++) {
        country = i % 4 ? "DE" : "FR"
        device = (i % 7 < (country == "DE" ? 5 : 2)) ? "computer" : "phone"
        print "2026-01-05T08:00:00Z,u" i "," country "," device "," (i % 3 ? "am" : "pm")
    }
}' > "$dir/visits.csv"
"$root/weir" replay "$dir/visits.yaml" --input "$dir/visits.csv" --out "$dir/out"
rm -r "$dir/out/private"
"$root/weir" synth "$dir/out/released.jsonl" --tree "$dir/tree.yaml" --records 2000 --out "$dir/synthetic.csv"
awk -F, '$1 == "DE" { count[$2]++ } END { exit !(count["computer"] > count["phone"]) }' "$dir/synthetic.csv"
echo "the visits of DE are mostly by computer, as they were"
