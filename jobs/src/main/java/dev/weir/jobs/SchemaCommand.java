package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.options.JobOptions;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.jobs.released.schema.SchemaLanguage;
import dev.weir.jobs.schema.PipelineSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints the JSON Schema of pipeline files, or the schema of what a pipeline releases. */
@Command(
        name = "schema",
        description = {
            "The JSON Schema of pipeline files, for editors that complete and check YAML by one.",
            "With --released, the schema of the flat rows of a pipeline."
        },
        footer = {"", "Example:", "  weir schema --released examples/rides.yaml --as flink-ddl"})
final class SchemaCommand implements Runnable {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(
            names = "--released",
            paramLabel = "PIPELINE",
            arity = "1..*",
            description = "The pipeline file, or the files of one SQL script, the owner's first.")
    private List<Path> released = new ArrayList<>();

    @Option(
            names = "--as",
            paramLabel = "LANGUAGE",
            description = "json-schema, avro, flink-ddl or clickhouse-ddl; with --released alone.")
    private @Nullable String language;

    @Option(
            names = "--query",
            paramLabel = "NAME",
            description = "The rows of one query alone; $withheld for the rows of what key accounts withheld.")
    private @Nullable String query;

    @Override
    public void run() {
        if (released.isEmpty() && (language != null || query != null)) {
            throw refusal("--released: must be given with --as and --query");
        }
        options.out().print(released.isEmpty() ? PipelineSchema.text() : rows());
        options.out().flush();
    }

    private String rows() {
        SchemaLanguage written = language();
        Pipeline pipeline = options.read(released, Purpose.EXPLAIN);
        if (!pipeline.terms().kind().equals(Pipeline.AGGREGATE)) {
            throw refusal("--released: must be a pipeline of kind aggregate, for rows of other kinds are not flat");
        }
        return written.text(pipeline, tables(FlatTables.of(pipeline)));
    }

    private SchemaLanguage language() {
        for (SchemaLanguage known : SchemaLanguage.values()) {
            if (known.toString().equals(language)) {
                return known;
            }
        }
        throw refusal("--as: must be one of " + SchemaLanguage.words());
    }

    private List<FlatTable> tables(Map<String, FlatTable> all) {
        if (query == null) {
            Map<String, FlatTable> queries = new LinkedHashMap<>(all);
            queries.remove(FlatTables.WITHHELD);
            return List.copyOf(queries.values());
        }
        FlatTable table = all.get(query);
        if (table == null) {
            throw refusal("--query: must be one of " + String.join(", ", all.keySet()));
        }
        return List.of(table);
    }

    private ParameterException refusal(String rule) {
        return new ParameterException(command.commandLine(), rule);
    }
}
