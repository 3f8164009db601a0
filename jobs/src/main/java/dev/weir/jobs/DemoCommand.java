package dev.weir.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.demo.SyntheticDay;
import dev.weir.jobs.embedded.TemporaryFolder;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.options.AgainOption;
import dev.weir.jobs.options.JobOptions;
import dev.weir.jobs.options.RevealOption;
import dev.weir.jobs.options.RunFolder;
import dev.weir.jobs.progress.Progress;
import dev.weir.jobs.replay.EarlierReplays;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.report.Picture;
import dev.weir.jobs.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a synthetic day of encyclopedia edits through an embedded broker and cluster, with and without one busy account. */
@Command(
        name = "demo",
        description = "A synthetic day of encyclopedia edits, and a report to open.",
        subcommands = {AveragesCommand.class, AttacksCommand.class},
        footer = {"", "Example:", "  weir demo --out out/demo"})
final class DemoCommand implements Callable<Integer> {

    /** The name of the pipeline and of its domain. */
    private static final String NAME = "demo";

    private static final String QUERY = "hourly";
    private static final String VALUE = "edits";
    private static final String SO_FAR = "so-far-today";
    private static final String EDITORS = "editors";
    private static final int SHOWN = 5;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder for the results (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("out", "demo");

    @Mixin
    private JobOptions options = new JobOptions();

    @Mixin
    private AgainOption again = new AgainOption();

    @Mixin
    private RevealOption reveal = new RevealOption();

    @Override
    public Integer call() throws Exception {
        SyntheticDay day = new SyntheticDay();
        new RunFolder(out).requireUsable();
        if (!isEarlierDemo()) {
            again.requireFirst(out, "choose another folder for the demo", options);
        }
        options.say("made a day of " + day.size() + " edits; nobody is behind them");
        Files.createDirectories(out);
        try (TemporaryFolder work = TemporaryFolder.in(out, ".demo")) {
            compare(day, work);
        }
        options.say("open " + out.resolve("report.html"));
        return 0;
    }

    /**
     * Returns whether the folder has the card of an earlier demo. A demo's data is synthetic, so its releases may be
     * made again.
     */
    private boolean isEarlierDemo() {
        EarlierReplays earlier = EarlierReplays.in(out);
        return earlier.card("pipeline").equals(Optional.of(NAME))
                && earlier.card("domain").equals(Optional.of(NAME));
    }

    /** Replays the day with the busy account and without this account, and shows what both replays released. */
    private void compare(SyntheticDay day, TemporaryFolder work) throws Exception {
        Pipeline pipeline = pipeline(work);
        Card card = reveal.card(Card.of(pipeline), out, options);
        options.say("first run: everyone");
        replay(pipeline, order(edits(day, work, true), out, reveal.isExact()), card, options.progress());
        options.say("second run: without the one account that is nearly all of language " + SyntheticDay.SMALL);
        Path without = Files.createDirectory(work.path().resolve("without"));
        // the quiet progress does not name the folder of a run, which is deleted when the demo ends
        Progress quiet = options.progress().ticksOnly();
        replay(pipeline, order(edits(day, work, false), without, false), Card.of(pipeline), quiet);
        Picture picture = picture(day, without);
        report(new Report(card, reveal.isExact(), picture));
        table(day, picture);
    }

    private Pipeline pipeline(TemporaryFolder work) throws IOException {
        try (InputStream in = DemoCommand.class.getResourceAsStream("/dev/weir/jobs/demo.yaml")) {
            if (in == null) {
                throw new IOException("demo.yaml must be on the class path");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("LANGUAGES", String.join(", ", SyntheticDay.languages()));
            Path file = Files.writeString(work.path().resolve("demo.yaml"), text);
            return options.read(file, Purpose.REPLAY);
        }
    }

    /** Writes the edits of the day into a file, with or without the busy account, and returns the file. */
    private static Path edits(SyntheticDay day, TemporaryFolder work, boolean withBusy) throws IOException {
        Path file = work.path().resolve(withBusy ? "everyone.csv" : "without.csv");
        day.write(file, withBusy);
        return file;
    }

    private Replay.Order order(Path input, Path to, boolean revealExact) {
        int parallelism = options.parallelismOr(Math.min(2, Runtime.getRuntime().availableProcessors()));
        return new Replay.Order(input, to, parallelism, revealExact);
    }

    private static void replay(Pipeline pipeline, Replay.Order order, Card card, Progress progress) throws Exception {
        new Replay(pipeline, order, card.json(), progress).run();
    }

    private void report(Report report) throws IOException {
        Files.writeString(out.resolve("report.html"), report.html(out.resolve(EarlierReplays.RELEASED)));
    }

    private Picture picture(SyntheticDay day, Path without) throws IOException {
        String small = SyntheticDay.SMALL;
        return new Picture(
                QUERY,
                VALUE,
                twin(day, SyntheticDay.languages().get(0)),
                twin(day, small),
                day.hourly(small, false),
                released(without, small, QUERY, VALUE));
    }

    private Picture.Twin twin(SyntheticDay day, String key) throws IOException {
        return new Picture.Twin(key, day.hourly(key, true), released(out, key, QUERY, VALUE));
    }

    private static List<Long> released(Path folder, String key, String query, String value) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<Long> values = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(EarlierReplays.RELEASED))) {
            JsonNode row = json.readTree(line);
            if (row.get("key").asText().equals(key) && row.get("query").asText().equals(query)) {
                values.add(row.at("/values/" + value + "/value").asLong());
            }
        }
        return values;
    }

    /**
     * Prints a table of exact and released totals. In the large languages noise is small beside the counts; in the
     * small language it hides the busy account.
     */
    private void table(SyntheticDay day, Picture picture) throws IOException {
        options.say("");
        options.say(String.format("%-22s %12s %12s", "edits in the day", "exact", "released"));
        for (String language : SyntheticDay.languages().subList(0, SHOWN)) {
            row(language, sum(day.hourly(language, true)), sum(released(out, language, QUERY, VALUE)));
        }
        Picture.Twin small = picture.small();
        row(small.key(), sum(small.exact()), sum(small.released()));
        row(small.key() + " without one", sum(picture.exactWithout()), sum(picture.releasedWithout()));
        soFar(day);
        options.say("(exact figures are shown because the data is synthetic)");
    }

    /** Prints the last running total of the day for each large language. */
    private void soFar(SyntheticDay day) throws IOException {
        options.say("");
        options.say(String.format("%-22s %12s %12s", "editors so far, 24:00", "exact", "released"));
        for (String language : SyntheticDay.languages().subList(0, SHOWN)) {
            List<Long> released = released(out, language, SO_FAR, EDITORS);
            row(language, day.editors(language), released.get(released.size() - 1));
        }
    }

    private void row(String name, long exact, long released) {
        options.say(String.format("%-22s %12d %12d", name, exact, released));
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }
}
