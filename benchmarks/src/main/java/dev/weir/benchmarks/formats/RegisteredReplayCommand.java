package dev.weir.benchmarks.formats;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.format.RecordFormat;
import dev.weir.jobs.format.registry.RegisteredFormat;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.jobs.replay.Replay;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Replays a recording through a topic whose messages name their schema in a header, and asks a registry what the number means. {@code weir replay} asks
 * none. The header is made by {@code source.schema-id} of the pipeline file, and read by the registry alone.
 */
@Command(
        name = "registered",
        description = "Replays a recording, with exact rows, in messages whose schema a registry tells.",
        mixinStandardHelpOptions = true)
public final class RegisteredReplayCommand implements Callable<Integer> {

    @Parameters(paramLabel = "PIPELINE", description = "a pipeline file with source.schema-id")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--input", required = true, description = "the recording")
    @SuppressWarnings("NullAway.Init")
    private Path input;

    @Option(names = "--registry", required = true, description = "the address of the registry")
    @SuppressWarnings("NullAway.Init")
    private String url;

    @Option(names = "--subject", required = true, description = "the subject of the schema")
    @SuppressWarnings("NullAway.Init")
    private String subject;

    @Option(names = "--out", required = true, description = "the folder of the results")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(names = "--parallelism", description = "subtasks (default: ${DEFAULT-VALUE})")
    private int parallelism = 1;

    @Override
    public Integer call() throws Exception {
        Pipeline read =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        Replay.Order order = new Replay.Order(input, out, parallelism, true);
        new Replay(asking(read), order, "{}", line -> {}).run();
        return 0;
    }

    private Pipeline asking(Pipeline read) {
        Source source = read.source();
        Source asking = new Source(
                source.kafka(),
                asking(source.format()),
                source.time(),
                source.times(),
                source.unit(),
                source.lookups());
        return new Pipeline(
                read.name(),
                asking,
                read.clock(),
                read.plan(),
                read.domainBudget(),
                read.fields(),
                read.sink(),
                read.limits(),
                read.checkpoint(),
                read.terms());
    }

    private RecordFormat asking(RecordFormat format) {
        if (!(format instanceof RegisteredFormat.Own own)) {
            throw new IllegalArgumentException("source.format: must be avro or protobuf");
        }
        String type = format.word().toUpperCase(Locale.ROOT);
        return new RegisteredFormat(
                own, new RegistrySettings(url, subject, Integer.BYTES, RegistryAccess.OPEN, true, type));
    }
}
