package dev.weir.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.explain.ExpectedValue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what a pipeline promises and how accurate it is. */
@Command(
        name = "explain",
        description = "The guarantee and the expected accuracy of a pipeline, without touching data.",
        footer = {"", "Example:", "  weir explain examples/wiki.yaml --set privacy.budget.epsilon=0.5 --expect edits=50"
        })
final class ExplainCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command = CommandSpec.create();

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
    public Integer call() throws JsonProcessingException {
        Card card = Card.of(options.read(Purpose.EXPLAIN));
        List<ExpectedValue> expected = card.expected(expectations);
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(expected.isEmpty() ? card.json() : json(card, expected));
        } else {
            out.print(card.text());
            tell(expected, out);
        }
        out.flush();
        return 0;
    }

    private static void tell(List<ExpectedValue> expected, PrintWriter out) {
        if (!expected.isEmpty()) {
            out.println();
            out.println("Expected, in one window of one key");
            expected.forEach(value -> out.println("  " + value.words()));
        }
    }

    /** The card with what was asked beside it. */
    private static String json(Card card, List<ExpectedValue> expected) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode object = (ObjectNode) mapper.readTree(card.json());
        expected.forEach(
                value -> write(value, object.withArrayProperty("expected").addObject()));
        return mapper.writeValueAsString(object);
    }

    private static void write(ExpectedValue value, ObjectNode object) {
        object.put("query", value.query()).put("name", value.name());
        value.expected().forEach(object::put);
        if (!value.error().of().isEmpty()) {
            object.put("of", value.error().of());
        }
        if (value.isKnown()) {
            object.put(value.error().field(), value.error().error());
        }
        if (value.hasRatio()) {
            object.put("noise-to-size", value.noise());
        }
        object.put("words", value.words());
    }
}
