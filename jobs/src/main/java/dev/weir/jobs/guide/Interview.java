package dev.weir.jobs.guide;

import dev.weir.operators.time.text.TimeFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out what a first pipeline is to do: from the form of the file what can be told by it, all else from the user. */
public final class Interview {

    private static final List<String> UNITS =
            List.of("user-per-day", "user-per-hour", "user-per-week", "user-per-month", "user", "event");

    // what is written into the file without quotes has one of these forms, so that no answer can be read as anything
    // else
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}(ms|s|m|h|d)");
    private static final Pattern AMOUNT = Pattern.compile("[0-9]+([.][0-9]+)?");
    private static final Pattern WHOLE = Pattern.compile("[1-9][0-9]*");
    private static final Pattern CLAMP = Pattern.compile("\\s*-?[0-9]+([.][0-9]+)?\\s*,\\s*-?[0-9]+([.][0-9]+)?\\s*");

    private final SampledCsv sample;
    private final Answers answers;

    /**
     * Prepares the questions.
     *
     * @param sample the form of the file
     * @param answers the user's answers
     */
    public Interview(SampledCsv sample, Answers answers) {
        this.sample = sample;
        this.answers = answers;
    }

    /**
     * Returns what the pipeline is to do.
     *
     * @param file the pipeline file, to which the file of keys is relative
     * @throws IllegalArgumentException with a line for every answer that is missing or wrong
     */
    public Wishes wishes(Path file) {
        Wishes.Time time = time();
        Wishes.Person person = person();
        Wishes.@Nullable Key key = key(file);
        String window = answers.formed(
                "--window",
                answers.required("--window", "how long is a window, such as 1h or 1d (the longer, the clearer)"),
                LENGTH,
                "must be a length such as 30m, 1h or 1d");
        Wishes.@Nullable Sum sum = sum();
        Wishes.Chosen contributions = contributions(person);
        String name = answers.given("--name", name(sample.path()));
        Wishes.Chosen epsilon = chosen("--epsilon", "1.0", AMOUNT, "must be a number above 0 such as 0.5");
        answers.requireAll();
        return new Wishes(name, time, person, key, window, sum, epsilon, contributions);
    }

    /**
     * Returns the name of a pipeline over a file: the file's own up to its first point.
     *
     * @param input the file
     */
    public static String name(Path input) {
        return PipelineDraft.plain(String.valueOf(input.getFileName()).replaceAll("[.].*", ""));
    }

    private Wishes.Chosen contributions(Wishes.Person person) {
        if (person.isRecord()) {
            if (!answers.given("--contributions", "").isEmpty()) {
                answers.wrong("--contributions", "must be left out with --protect event: a record is one contribution");
            }
            return new Wishes.Chosen("1", false);
        }
        return chosen("--contributions", "8", WHOLE, "must be a whole number from 1 on");
    }

    private Wishes.Chosen chosen(String option, String otherwise, Pattern form, String rule) {
        String given = answers.formed(option, answers.given(option, "").strip(), form, rule);
        return given.isEmpty() ? new Wishes.Chosen(otherwise, true) : new Wishes.Chosen(given, false);
    }

    private Wishes.Time time() {
        List<SampledColumn> candidates = sample.columns().stream()
                .filter(column -> !column.times().isEmpty())
                .toList();
        String name = candidates.size() == 1 && answers.given("--time", "").isEmpty()
                ? candidates.get(0).name()
                : column(
                        "--time",
                        answers.required("--time", "which column has the time of the event: " + names(candidates)));
        TimeGuess form = sample.column(name).flatMap(this::form).orElse(new TimeGuess("", false));
        String zone = form.needsZone()
                ? answers.required(
                        "--time-zone", "in which zone are the times, which tell none, such as Europe/Berlin or UTC")
                : "";
        return new Wishes.Time(name, form, zone);
    }

    private Optional<TimeGuess> form(SampledColumn column) {
        List<TimeGuess> fitting = column.times();
        String given = answers.given("--time-format", "");
        if (given.isEmpty() && fitting.size() > 1) {
            given = answers.required(
                    "--time-format",
                    "how is the time written, of which the lines leave open: "
                            + fitting.stream().map(TimeGuess::form).collect(Collectors.joining(" or ")));
        }
        if (given.isEmpty() && fitting.isEmpty()) {
            answers.wrong(
                    "--time-format", "must be given: column " + column + " is written in no form that is known here");
        }
        String chosen = given;
        // texts of ISO 8601 that tell no offset need a zone under its name, too
        boolean isLocal = chosen.equals("iso") && fitting.stream().anyMatch(TimeGuess::needsZone);
        return Stream.concat(
                        fitting.stream()
                                .filter(guess ->
                                        chosen.isEmpty() || guess.form().equals(chosen)),
                        Stream.of(new TimeGuess(chosen, isLocal || TimeFormat.needsZone(chosen))))
                .findFirst();
    }

    private Wishes.Person person() {
        String unit = answers.required(
                "--protect",
                "what is hidden as a whole: a person's day, hour, week, month, or all for ever, or one record: "
                        + String.join(", ", UNITS));
        if (!unit.isEmpty() && !UNITS.contains(unit)) {
            answers.wrong("--protect", "must be one of " + String.join(", ", UNITS) + ", was " + unit);
        }
        boolean isPerson = !unit.equals("event");
        return new Wishes.Person(
                unit,
                isPerson
                        ? column(
                                "--unit",
                                answers.required("--unit", "which column names the person: " + sample.names()))
                        : "");
    }

    private Wishes.@Nullable Key key(Path file) {
        String column = answers.required("--key", "which column is grouped by, or none: " + sample.names());
        if (column.isEmpty() || column.equals("none")) {
            return null;
        }
        String keys = answers.given("--keys-file", "");
        String listed = keys.isEmpty()
                ? answers.required(
                        "--keys",
                        "which of its keys are released, separated by commas. They are public: list what is known without the"
                                + " data, or name a file of yours with --keys-file")
                : "";
        if (!keys.isEmpty() && !Files.isReadable(Path.of(keys))) {
            answers.wrong("--keys-file", "must be a file that can be read, was " + keys);
        }
        List<String> declared = Stream.of(listed.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
        return new Wishes.Key(column("--key", column), declared, keys.isEmpty() ? "" : relative(file, Path.of(keys)));
    }

    private static String relative(Path file, Path keys) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return folder == null
                ? keys.toString()
                : folder.relativize(keys.toAbsolutePath().normalize()).toString();
    }

    private Wishes.@Nullable Sum sum() {
        String name =
                answers.optional("--sum", "which column is added up beside the count, or nothing: " + names(numeric()));
        if (name.isEmpty() || name.equals("none")) {
            return null;
        }
        column("--sum", name);
        Optional<SampledColumn> column = sample.column(name);
        if (column.filter(SampledColumn::hasDecimalCommas).isPresent()) {
            answers.wrong(
                    "--sum", "must be a column of numbers with a decimal point, and " + name + " has decimal commas");
        }
        String clamp = answers.required(
                "--clamp",
                "between which two numbers does nearly every value of " + name
                        + " lie, such as 0,100, known without the data: what is beyond counts as the nearer one");
        answers.formed("--clamp", clamp, CLAMP, "must be two numbers separated by a comma");
        String[] ends = clamp.split(",", -1);
        return new Wishes.Sum(
                name,
                ends[0].strip(),
                ends[ends.length - 1].strip(),
                column.map(SampledColumn::decimals).orElse(0));
    }

    private List<SampledColumn> numeric() {
        return sample.columns().stream().filter(SampledColumn::isNumeric).toList();
    }

    private String column(String option, String name) {
        if (!name.isEmpty() && sample.column(name).isEmpty()) {
            answers.wrong(option, "must be one of the columns " + sample.names() + ", was " + name);
        }
        return name;
    }

    private String names(List<SampledColumn> columns) {
        return columns.isEmpty()
                ? sample.names()
                : columns.stream().map(SampledColumn::name).collect(Collectors.joining(", "));
    }
}
