package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.options.PipelineOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the guarantee of a pipeline and its accuracy. */
@Command(
        name = "explain",
        description = "The guarantee and the expected accuracy of a pipeline, without touching data.",
        footer = {"", "Example:", "  weir explain examples/wiki.yaml --set privacy.budget.epsilon=0.5 --expect edits=50"
        })
final class ExplainCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--expect",
            paramLabel = "NAME=SIZE",
            description = {
                "Says how far a value of this size may be off in one window. NAME=SIZE@NUMBER where that depends on one"
                        + " thing more: records of a mean, a variance or a quantile, the denominator of a ratio, the clamp that"
                        + " is learnt.",
                "NAME.FACT=NUMBER sets one fact: records, denominator, clamp, mean; step of a running total or a sliding"
                        + " window. QUERY.NAME where several queries release NAME, which alone means all of them. Repeatable."
            })
    private List<String> expectations = new ArrayList<>();

    @Option(names = "--json", description = "As JSON, as in card.json.")
    private boolean json;

    @Override
    public Integer call() {
        Pipeline pipeline = options.read(Purpose.EXPLAIN);
        Card card = PipelineKinds.of(pipeline).card(pipeline).expecting(expectations);
        PrintWriter out = options.out();
        out.print(json ? card.json() + "\n" : card.text());
        out.flush();
        return 0;
    }
}
