// Compares the bill of materials with a jar. Usage: unzip -Z1 JAR | node sbom.mjs BOM
import {readFileSync} from "node:fs";

/** The modules of D3 that reports inline. */
const D3 = ["array", "color", "format", "interpolate", "path", "scale", "shape", "time", "time-format"].map(name => `d3-${name}`);
/** Where an artifact's classes are. */
const PACKAGES = {
    "weir-jobs": "dev/weir/jobs/", "weir-operators": "dev/weir/operators/", "weir-calculator": "dev/weir/calculator/",
    "weir-accountant": "dev/weir/accountant/",
    "flink-connector-kafka": "org/apache/flink/connector/kafka/", "flink-connector-datagen": "org/apache/flink/connector/datagen/",
    "kafka-clients": "org/apache/kafka/", "zstd-jni": "com/github/luben/zstd/", "lz4-java": "net/jpountz/",
    "snappy-java": "org/xerial/snappy/", "jackson-core": "com/fasterxml/jackson/core/",
    "jackson-databind": "com/fasterxml/jackson/databind/", "jackson-annotations": "com/fasterxml/jackson/annotation/",
    "jackson-datatype-jsr310": "com/fasterxml/jackson/datatype/jsr310/", "jackson-datatype-jdk8": "com/fasterxml/jackson/datatype/jdk8/",
    "snakeyaml-engine": "org/snakeyaml/", "picocli": "picocli/", "fastcsv": "de/siegmar/fastcsv/", "avro": "org/apache/avro/", "protobuf-java": "com/google/protobuf/",
    "wire-schema-jvm": "com/squareup/wire/schema/", "wire-runtime-jvm": "com/squareup/wire/", "okio-jvm": "okio/", "kotlin-stdlib": "kotlin/",
    "annotations": "org/jetbrains/annotations/", "commons-math3": "org/apache/commons/math3/",
    "commons-lang3": "org/apache/commons/lang3/", "slf4j-api": "org/slf4j/", "jspecify": "org/jspecify/", ...Object.fromEntries(D3.map(name => [name, "META-INF/resources/webjars/"])),
};
/** Where the classes of weir-sql are: its dependencies are relocated to dev/weir/sql/shaded/, and its own are taken for dev/weir/sql/own/. */
const RELOCATED = {
    "weir-sql": "dev/weir/sql/own/", "flink-sql-parser": "dev/weir/sql/shaded/parser/", "guava": "dev/weir/sql/shaded/google/",
    "calcite-core": "dev/weir/sql/shaded/calcite/", "calcite-linq4j": "dev/weir/sql/shaded/calcite/linq4j/",
    "avatica-core": "dev/weir/sql/shaded/calcite/avatica/", "jspecify": "org/jspecify/",
};
/** Dependencies that a jar leaves out. Of the job jar Flink brings the first two, the others are for building and for reports. */
const ALL_LEFT_OUT = {"weir-jobs": ["commons-lang3", "slf4j-api", "jspecify", "annotations", ...D3], "weir-sql": ["jspecify"]};
/** Classes of the connector outside its own package. */
const ALSO = {"flink-connector-kafka": ["org/apache/flink/streaming/connectors/kafka/", "org/apache/flink/streaming/util/serialization/"],
    "flink-sql-parser": ["dev/weir/sql/shaded/types/"]};

const bom = JSON.parse(readFileSync(process.argv[2], "utf8"));
const jar = bom.metadata.component.name;
const LEFT_OUT = ALL_LEFT_OUT[jar];
const CLASSES = jar === "weir-sql" ? RELOCATED : PACKAGES;
const listed = [jar, ...bom.components.map(c => c.name)];
const entries = readFileSync(0, "utf8").split("\n").filter(e => e.endsWith(".class"))
    .map(e => e.replace(/^META-INF\/versions\/\d+\//, ""))
    .map(e => e.replace(/^dev\/weir\/sql\/(?!shaded\/)/, "dev/weir/sql/own/"));
const places = name => [CLASSES[name], ...(ALSO[name] ?? [])];
const faults = listed.filter(name => !(name in CLASSES)).map(name => `${name} is listed, and this check does not know it`);
const known = listed.filter(name => name in CLASSES);
const missing = known.filter(name => !entries.some(e => places(name).some(p => e.startsWith(p))));
faults.push(...missing.filter(name => !LEFT_OUT.includes(name)).map(name => `${name} is listed and not in the jar`));
faults.push(...LEFT_OUT.filter(name => !missing.includes(name)).map(name => `${name} is said to be left out`));
const unlisted = new Set(entries.filter(e => !known.some(name => places(name).some(p => e.startsWith(p))))
    .map(e => e.split("/").slice(0, 5).join("/")));
faults.push(...[...unlisted].map(e => `${e} is in the jar and not listed`));
faults.slice(0, 20).forEach(f => console.error(f));
console.log(`${listed.length} components, ${missing.length} not in the jar, ${entries.length} classes, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
