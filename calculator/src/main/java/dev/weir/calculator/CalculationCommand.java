package dev.weir.calculator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Flag;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The subcommand of {@code weir calc} for one calculation. */
final class CalculationCommand implements Callable<Integer> {

    private static final String JSON = "--json";
    private static final String BATCH = "--batch";

    private final Calculation calculation;
    private final CommandSpec spec;

    CalculationCommand(Calculation calculation) {
        this.calculation = calculation;
        Question question = calculation.question();
        this.spec = CommandSpec.wrapWithoutInspection(this).name(question.name());
        question.options().forEach(this::add);
        spec.addOption(json());
        spec.addOption(batch());
        spec.usageMessage()
                .description(question.sentence())
                .sortOptions(false)
                .footer("", "Example:", "  weir calc " + question.name() + " " + question.example());
    }

    private static OptionSpec json() {
        return OptionSpec.builder(JSON)
                .type(boolean.class)
                .description("The answer as one JSON object.")
                .build();
    }

    private static OptionSpec batch() {
        return OptionSpec.builder(BATCH)
                .type(Path.class)
                .paramLabel("FILE.csv")
                .description("A question a row: the header names the options, answers are appended as columns.")
                .build();
    }

    CommandSpec spec() {
        return spec;
    }

    /**
     * Adds an option. Help shows only its main name. Its other names are accepted too, and so are underscores in place
     * of dashes.
     */
    private void add(Option<?> option) {
        option.names().stream()
                .flatMap(name -> Stream.of(Flag.of(name), "--" + name))
                .distinct()
                .map(flag -> OptionSpec.builder(flag)
                        .type(option.isFlag() ? boolean.class : String.class)
                        .arity(option.isFlag() ? "0" : "1")
                        .hidden(!flag.equals(Flag.of(option.name())))
                        .paramLabel(option.name().toUpperCase(Locale.ROOT))
                        .description(option.description() + ".")
                        .build())
                .forEach(spec::addOption);
    }

    @Override
    public Integer call() throws IOException {
        ParseResult parsed = spec.commandLine().getParseResult();
        Map<String, String> given = given(parsed);
        PrintWriter out = spec.commandLine().getOut();
        boolean json = parsed.hasMatchedOption(JSON);
        if (parsed.hasMatchedOption(BATCH)) {
            file(parsed, given, json).write(out);
        } else {
            out.print(one(given, json));
        }
        out.flush();
        return 0;
    }

    private QuestionFile file(ParseResult parsed, Map<String, String> given, boolean json) {
        if (json) {
            throw new InvalidOption("json", "must not be given with --batch, which answers in CSV");
        }
        return QuestionFile.read(calculation, given, parsed.matchedOptionValue(BATCH, Path.of("")));
    }

    private Map<String, String> given(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        for (Option<?> option : calculation.question().options()) {
            List<OptionSpec> matched = parsed.matchedOptions().stream()
                    .filter(spec -> option.names().contains(name(spec)))
                    .toList();
            if (matched.size() > 1) {
                throw option.invalid("must be given once");
            }
            matched.forEach(spec -> given.put(name(spec), spec.getValue().toString()));
        }
        return given;
    }

    private static String name(OptionSpec spec) {
        return spec.longestName().substring(2).replace('-', '_');
    }

    private String one(Map<String, String> given, boolean json) throws IOException {
        Arguments arguments = new Arguments(given);
        Answer answer = calculation.ask(arguments);
        if (!arguments.unused().isEmpty()) {
            throw new InvalidOption(arguments.unused(), "must not be given here, where it changes nothing");
        }
        return json ? json(answer) : text(answer);
    }

    private static String text(Answer answer) {
        StringBuilder text = new StringBuilder();
        answer.cells()
                .forEach((column, value) ->
                        text.append(column).append(" = ").append(value).append('\n'));
        return text.toString();
    }

    /** The answer as a JSON object. An infinite number is written as text, because JSON has no number for it. */
    private static String json(Answer answer) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Object> cell : answer.cells().entrySet()) {
                json.writeObjectField(cell.getKey(), cell.getValue());
            }
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }
}
