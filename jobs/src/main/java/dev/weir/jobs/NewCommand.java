package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.guide.Answers;
import dev.weir.jobs.guide.Interview;
import dev.weir.jobs.guide.PipelineDraft;
import dev.weir.jobs.guide.SampledCsv;
import dev.weir.jobs.guide.Wishes;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes a first pipeline file for a CSV file. It releases nothing, and copies no value of the data. */
@Command(
        name = "new",
        description = {
            "A first pipeline file for a CSV file: it looks at the form of the first lines, asks on the console what was not given as an"
                    + " option, and says the next command. It releases nothing.",
            "It writes no value of the data: keys, clamps and numbers are yours, or defaults that the file marks as choices."
        },
        footer = {
            "",
            "Example:",
            "  weir new --input examples/rides.csv --to out/first.yaml --protect user-per-day --unit unit --key key"
                    + " --keys harbour,market --window 1h --sum value --clamp 0,2000"
        })
@SuppressWarnings("UnusedVariable") // most options are read through the specification of the command
final class NewCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--input", required = true, paramLabel = "FILE", description = "CSV with a header, plain or .gz.")
    private Path input = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "PIPELINE",
            description =
                    "The new file, which must not exist; by default named like the CSV file, in the current folder.")
    private Path to = Path.of("");

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The pipeline's name; by default the name of the CSV file.")
    private String name = "";

    @Option(
            names = "--time",
            paramLabel = "COLUMN",
            description = "The time of the event, where several columns could be it.")
    private String time = "";

    @Option(
            names = "--time-format",
            paramLabel = "FORMAT",
            description = "How times are written (source.time-format), where the lines leave it open.")
    private String timeFormat = "";

    @Option(names = "--time-zone", paramLabel = "ZONE", description = "The zone of times that tell none.")
    private String timeZone = "";

    @Option(
            names = "--protect",
            paramLabel = "UNIT",
            description =
                    "What is hidden as a whole: user-per-day, user-per-hour, user-per-week, user-per-month, user, or event.")
    private String protect = "";

    @Option(names = "--unit", paramLabel = "COLUMN", description = "The column that names the person.")
    private String unit = "";

    @Option(names = "--key", paramLabel = "COLUMN", description = "The column that is grouped by, or none.")
    private String key = "";

    @Option(names = "--keys", paramLabel = "A,B,..", description = "The keys that are released. They are public.")
    private String keys = "";

    @Option(names = "--keys-file", paramLabel = "FILE", description = "The same, one a line, in a file of yours.")
    private String keysFile = "";

    @Option(names = "--window", paramLabel = "LENGTH", description = "The length of a window, such as 1h or 1d.")
    private String window = "";

    @Option(names = "--sum", paramLabel = "COLUMN", description = "A column to add up beside the count.")
    private String sum = "";

    @Option(
            names = "--clamp",
            paramLabel = "LOW,HIGH",
            description = "What nearly every value of the sum lies between.")
    private String clamp = "";

    @Option(names = "--epsilon", paramLabel = "EPSILON", description = "What one unit may lose; by default 1.0.")
    private String epsilon = "";

    @Option(
            names = "--contributions",
            paramLabel = "N",
            description = "Full-size records of a unit's period; by default 8.")
    private String contributions = "";

    @Override
    public Integer call() throws Exception {
        Path file = to.toString().isEmpty() ? Path.of(Interview.name(input) + ".yaml") : to;
        if (Files.exists(file)) {
            throw new IllegalArgumentException("--to: must not exist, was " + file);
        }
        SampledCsv sample = SampledCsv.of(input);
        Wishes wishes = new Interview(sample, answers()).wishes(file);
        write(PipelineDraft.of(sample.delimiter(), wishes), file);
        tellNext(sample, wishes, file);
        return 0;
    }

    private void tellNext(SampledCsv sample, Wishes wishes, Path file) {
        PrintWriter err = command.commandLine().getErr();
        boolean rises = sample.column(wishes.time().column())
                .filter(column -> column.rises(wishes.time().form()))
                .isPresent();
        err.println("wrote " + file
                + ", of which every line says where it comes from; what it promises, and how large the noise is:");
        err.println("  weir explain " + file);
        err.println("then, with a folder for the results:");
        err.println("  weir replay " + file + " --input " + input + " --out out/" + wishes.name()
                + (rises ? "" : " --sort"));
        err.flush();
    }

    /** Writes the file, and reads it as a replay does. A file that cannot be read is deleted again. */
    private void write(String text, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, text);
        boolean isRight = false;
        try {
            List<String> warnings =
                    PipelineFile.read(file, List.of(), Purpose.REPLAY).warnings();
            warnings.forEach(warning -> command.commandLine().getErr().println("warning: " + warning));
            isRight = true;
        } finally {
            if (!isRight) {
                Files.deleteIfExists(file);
            }
        }
    }

    // later versions of Java have a console without a terminal, too: its end of input is then an option that is missing
    @SuppressWarnings("SystemConsoleNull")
    private Answers answers() {
        Map<String, String> given = new HashMap<>();
        for (OptionSpec option : command.options()) {
            Object value = option.getValue();
            if (value instanceof String text && !text.isBlank()) {
                given.put(option.longestName(), text);
            }
        }
        Console console = System.console();
        return new Answers(given, console == null ? null : question -> console.readLine("%s: ", question));
    }
}
