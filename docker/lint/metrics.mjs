// Checks that alerts and dashboard are drawn from public metrics alone: those that config.yaml lets out. Plants faults and
// demands that each is found. Writes the dashboard's expressions as recording rules, for promtool to parse.
// Usage: node metrics.mjs DOCKER_FOLDER NODE_MODULES OUT_RULES; with --names DOCKER_FOLDER NODE_MODULES it prints the names.
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {resolve} from "node:path";

const names = process.argv[2] === "--names";
const [folder, modules, out] = process.argv.slice(names ? 3 : 2);
const YAML = createRequire(resolve(modules) + "/")("yaml");
const read = path => readFileSync(resolve(folder, path), "utf8");

const FILTER = "metrics.reporter.prom.filter.includes";
const SCOPES = {
    "*.weir": "flink_taskmanager_job_task_operator_weir_",
    "*.weir.query": "flink_taskmanager_job_task_operator_weir_query_",
    "jobmanager.job": "flink_jobmanager_job_",
    "jobmanager": "flink_jobmanager_",
};

/** The names that the reporter lets out, as Prometheus sees them. */
function publicNames(config) {
    return config[FILTER].split(";").flatMap(entry => {
        const [scope, list] = entry.split(":");
        if (!(scope in SCOPES) || !list || list.includes("*")) {
            throw new Error(`${FILTER}: ${entry} must be a known scope and a list of names`);
        }
        return list.split(",").map(name => SCOPES[scope] + name);
    });
}

const allowed = publicNames(YAML.parse(read("conf/config.yaml")));
if (names) {
    console.log(allowed.join("\n"));
    process.exit(0);
}

const notPublic = expr => (expr.match(/flink_\w+|(?:jvm|process|kafka)_\w+/g) ?? []).filter(name => !allowed.includes(name));
const expressions = dashboard => dashboard.panels.flatMap(p => p.targets.map(t => t.expr));

function ruleFaults(rules) {
    return rules.groups.flatMap(g => g.rules).flatMap(r => notPublic(r.expr).map(name => `${r.alert}: ${name} is not public`));
}

function dashboardFaults(dashboard, datasource) {
    const faults = [];
    const ids = dashboard.panels.map(p => p.id);
    if (new Set(ids).size !== ids.length) {
        faults.push("two panels have one id");
    }
    for (const panel of dashboard.panels) {
        const uids = [panel.datasource, ...panel.targets.map(t => t.datasource)].map(d => d?.uid);
        if (!uids.every(uid => uid === datasource)) {
            faults.push(`${panel.title}: datasource must be ${datasource}`);
        }
        if (!panel.description || panel.targets.length === 0) {
            faults.push(`${panel.title}: must say what it shows, and show it`);
        }
        for (const t of panel.targets) {
            const used = t.expr.match(/flink_\w+/g) ?? [];
            faults.push(...notPublic(t.expr).map(name => `${panel.title}: ${name} is not public`));
            if (used.length === 0) {
                faults.push(`${panel.title}: ${t.expr} shows no metric`);
            }
        }
    }
    return faults;
}

const uid = YAML.parse(read("grafana/datasource.yaml")).datasources[0].uid;
const dashboard = () => JSON.parse(read("grafana/weir.json"));
const rules = () => YAML.parse(read("conf/rules.yml"));
const planted = {
    "records in an alert": () => { const r = rules(); r.groups[0].rules[0].expr = "flink_taskmanager_job_task_operator_numRecordsIn > 0"; return ruleFaults(r); },
    "checkpoint size in a panel": () => { const d = dashboard(); d.panels[0].targets[0].expr = "flink_jobmanager_job_lastCheckpointSize"; return dashboardFaults(d, uid); },
    "heap in a panel": () => { const d = dashboard(); d.panels[0].targets[0].expr = "jvm_memory_used_bytes"; return dashboardFaults(d, uid); },
    "another data source": () => { const d = dashboard(); d.panels[1].targets[0].datasource.uid = "private"; return dashboardFaults(d, uid); },
    "one id twice": () => { const d = dashboard(); d.panels[1].id = d.panels[0].id; return dashboardFaults(d, uid); },
};

const faults = [...ruleFaults(rules()), ...dashboardFaults(dashboard(), uid)];
for (const [what, plant] of Object.entries(planted)) {
    if (plant().length === 0) {
        faults.push(`planted and not found: ${what}`);
    }
}
const recorded = expressions(dashboard()).map((expr, i) => ({record: `dashboard:${i}`, expr}));
writeFileSync(out, YAML.stringify({groups: [{name: "dashboard", rules: recorded}]}));
faults.forEach(f => console.error(f));
console.log(`${allowed.length} public names, ${recorded.length} expressions, ${Object.keys(planted).length} planted faults, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
