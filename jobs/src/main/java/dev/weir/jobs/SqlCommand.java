package dev.weir.jobs;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.PipelineLanguage;
import dev.weir.jobs.settings.PipelineLanguages;
import dev.weir.jobs.settings.Problems;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.Fingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the SQL script of a pipeline file. */
@Command(
        name = "sql",
        description = {
            "The SQL script of a pipeline file. What is printed has been read back: it is the same pipeline.",
            "Where the file names no columns of CSV, the script names those that are read: put them in the order of the topic."
        },
        footer = {"", "Example:", "  weir sql examples/rides.yaml"})
final class SqlCommand implements Callable<Integer> {

    private static final String SCRIPT = "script.sql";
    private static final String UNORDERED =
            "the pipeline file does not say the order of columns: put them in the order of the topic";

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Override
    public Integer call() {
        options.read(Purpose.EXPLAIN);
        Problems problems = new Problems();
        String script = PipelineLanguages.text(settings(), SCRIPT, problems)
                .orElseThrow(() -> new CommandFailure(
                        CommandFailure.WRONG, "the module weir-sql must be on the class path, to write SQL"));
        problems.throwIfAny();
        requireSame(script);
        script.lines().filter(line -> line.equals("-- " + UNORDERED)).forEach(line -> options.warn(UNORDERED));
        options.out().print(script);
        options.out().flush();
        return 0;
    }

    private Item settings() {
        return PipelineFile.settings(options.files(), options.settings());
    }

    /** Reads the script back, and refuses to print it if it is another pipeline. */
    private void requireSame(String script) {
        Path file = options.files().get(0);
        Problems problems = new Problems();
        Item back = PipelineLanguages.tree(List.of(new PipelineLanguage.Text(SCRIPT, script)), problems);
        problems.throwIfAny();
        Item stated = settings();
        Item columns = source(back).get("columns");
        if (columns != null) {
            source(stated).putIfAbsent("columns", columns);
        }
        Pipeline before =
                PipelineFile.of(stated, file, Purpose.EXPLAIN, new Problems()).pipeline();
        Pipeline after = PipelineFile.of(back, file, Purpose.EXPLAIN, problems).pipeline();
        boolean isSame = PipelineKinds.of(before)
                        .card(before)
                        .json()
                        .equals(PipelineKinds.of(after).card(after).json())
                && fingerprints(before.plan()).equals(fingerprints(after.plan()));
        if (!isSame) {
            throw new CommandFailure(CommandFailure.FAILED, "the pipeline cannot be said in SQL without changing it");
        }
    }

    private static Map<String, Item> source(Item tree) {
        return Objects.requireNonNull(tree.fields().get("source")).fields();
    }

    private static List<QueryMeaning> fingerprints(Plan plan) {
        return plan.queries().stream().map(Fingerprint::meaning).toList();
    }
}
