package dev.weir.calculator.attack;

import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The numbers of an attack: those that are given as options, and those that are found in the text of the option {@code parameters}, such as
 * {@code epsilon 0.1 a query, asked 100 times}.
 */
final class Setting {

    private static final Range COUNT = Range.between(1, 1L << 48);

    static final Option<String> PARAMETERS = Option.of(
            "parameters", Kind.TEXT, "some of the following options as a text: epsilon 0.1 a query, asked 100 times");
    static final Option<Double> EPSILON = Option.number(
                    "epsilon", "of one release, or of all where there is an account")
            .in(Range.between(1e-100, 1e100));
    static final Option<Double> DELTA =
            Option.number("delta", "of membership and regression against weir: above 0 and below 1");
    static final Option<Long> TIMES = Option.whole(
                    "times",
                    "of tracker and averaging: how often one asks; of regression and k-anonymity: how often noise is drawn")
            .alias("queries")
            .in(COUNT);
    static final Option<Long> PANES = Option.whole("panes", "of sliding-windows: how many panes a window has")
            .in(COUNT);
    static final Option<Long> COLUMNS =
            Option.whole("columns", "of membership: how many sums are released").in(COUNT);
    static final Option<Long> PEOPLE = Option.whole(
                    "people",
                    "of membership: of how many people the sums are; of linkage and regression: how many others there are; of"
                            + " reconstruction and k-anonymity: how many people there are")
            .in(COUNT);
    static final Option<Long> RESTORES = Option.whole("restores", "of restart: how many draws of one window one sees")
            .in(COUNT);
    static final Option<Long> CELLS =
            Option.whole("cells", "of linkage: in how many cells people are").in(COUNT);
    static final Option<Long> QUESTIONS =
            Option.whole("questions", "of reconstruction: how many answers one sees, a power of two above the people");
    static final Option<Long> FEATURES = Option.whole("features", "of regression: how many weights there are")
            .in(Range.between(1, 1_000_000));
    static final Option<Long> KNOWN = Option.whole("known", "of k-anonymity: the bits of how many others one knows")
            .in(Range.between(0, 1_000_000));
    static final Option<Double> SCALE = Option.number("scale", "of regression: of the Laplace noise in a weight")
            .in(Range.ABOVE_0);

    static final List<Option<?>> ALL = List.of(
            PARAMETERS,
            EPSILON,
            DELTA,
            TIMES,
            PANES,
            COLUMNS,
            PEOPLE,
            RESTORES,
            CELLS,
            QUESTIONS,
            FEATURES,
            KNOWN,
            SCALE);

    private static final Pattern NUMBER =
            Pattern.compile("(?<before>epsilon|delta|scale) +(?<after>[0-9][-+.0-9eE]*)|(?<count>[0-9]+)"
                    + " +(?<noun>times|queries|panes|columns|people|restores|cells|questions|features|known)\\b");

    private final Arguments options;
    private final Arguments text;

    /** Creates the numbers of one attack. */
    Setting(Arguments options) {
        this.options = options;
        this.text = new Arguments(read(options.find(PARAMETERS).orElse("")));
    }

    private static Map<String, String> read(String text) {
        Map<String, String> read = new LinkedHashMap<>();
        NUMBER.matcher(text).results().forEach(match -> {
            boolean isNamedBefore = match.group(1) != null;
            String name = isNamedBefore ? match.group(1) : match.group(4);
            if (read.put(name, isNamedBefore ? match.group(2) : match.group(3)) != null) {
                throw PARAMETERS.invalid("must say " + name + " once");
            }
        });
        return read;
    }

    /**
     * The value of an option.
     *
     * @throws dev.weir.calculator.question.InvalidOption if the option is neither given nor found in the text, or is both
     */
    <T> T get(Option<T> option) {
        if (options.has(option) && text.has(option)) {
            throw option.invalid("must be given once, as an option or in parameters");
        }
        return text.has(option) ? text.get(option) : options.get(option);
    }

    /**
     * The value of a number of people that must be at least {@code least}, and no more than a million above.
     *
     * @throws dev.weir.calculator.question.InvalidOption as {@link #get(Option)}, or if the value is out of range
     */
    long get(Option<Long> option, long least) {
        return get(option.in(Range.between(least, least + 1_000_000)));
    }
}
