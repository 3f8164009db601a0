package dev.weir.jobs;

import dev.weir.jobs.schema.PipelineSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the JSON Schema of pipeline files. */
@Command(
        name = "schema",
        description = "The JSON Schema of pipeline files, for editors that complete and check YAML by one.",
        footer = {"", "Example:", "  weir schema"})
final class SchemaCommand implements Runnable {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public void run() {
        command.commandLine().getOut().print(PipelineSchema.text());
        command.commandLine().getOut().flush();
    }
}
