package dev.weir.jobs;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kafka.ledger.LedgerCopy;
import dev.weir.jobs.options.PipelineOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies a ledger without the records that, as the operator declares, no pipeline of Weir wrote. */
@Command(
        name = "copy",
        description =
                "Copies the ledger of a domain to another topic without records that cannot be read, where starts are"
                        + " refused because nothing shows that none of them is missed. It says what you answer for and asks for"
                        + " the domain's name. It stops all pipelines of the domain: cancel their jobs first.",
        footer = {"", "Example:", "  weir ledger copy examples/live.yaml --skip 700 --to live-ledger-2"})
final class LedgerCopyCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--skip",
            paramLabel = "OFFSET",
            required = true,
            description = "The offset of a record that is left out. Once for each.")
    private Set<Long> skipped = Set.of();

    @Option(names = "--to", paramLabel = "TOPIC", required = true, description = "The topic of the copy: a new one.")
    private String topic = "";

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description = "What was cut off, which the copy begins with. Once for each archive, the oldest first.")
    private List<Path> archives = new ArrayList<>();

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "The domain's name, for scripts: says that you answer for what is left out.")
    private @Nullable String confirmed;

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.RUN);
        try (LedgerCopy copy = LedgerCopy.of(pipeline, new LedgerCopy.Target(skipped, topic, archives))) {
            tell(pipeline, copy.look());
            new DomainPrompt(options.out(), confirmed).require(pipeline.plan().domain());
            long records = copy.write();
            options.say("copied " + records + " records to topic " + topic
                    + ": name it as sink.kafka.ledger in the files of"
                    + " all pipelines of the domain, and start each from its newest state");
        }
        return 0;
    }

    private void tell(Pipeline pipeline, LedgerView view) {
        PrintWriter out = options.out();
        out.println("ledger " + pipeline.sink().ledger() + " of domain "
                + pipeline.plan().domain() + " is to be copied to " + topic + " without offsets " + skipped);
        out.println("this stops the pipelines "
                + String.join(", ", new TreeSet<>(view.pipelines().keySet())) + ": cancel their jobs first");
        out.println("Go on only if you know that someone else wrote these records. If one was a claim of Weir's, its"
                + " budget is given back. If one was a pipeline's last batch, an old state can no longer be told from"
                + " the newest: start each pipeline from its newest state.");
        out.flush();
    }
}
