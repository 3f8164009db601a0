package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.settings.InvalidPipeline;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mutations of the worked statements end in a plan, or in problems of the known form. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class MutatedScriptsTest {

    /** 10 000 of each of three seeds have been run: -Dweir.mutations=10000 -Dweir.mutations.seed=2. */
    private static final int MUTATIONS = Integer.getInteger("weir.mutations", 600);

    private static final List<String> STRANGE = List.of(
            "NULL",
            "'",
            "(",
            ")",
            "0",
            "-1",
            "1e400",
            "99999999999999999999",
            "*",
            ";",
            "\u0000",
            "ä",
            "/*",
            "--",
            "`",
            "CASE",
            "NOT ",
            "(SELECT 1)");

    private final Random random = new Random(Long.getLong("weir.mutations.seed", 20261126));

    @Test
    void no_mutation_ends_in_an_exception_of_another_kind() {
        String base = Scripts.resource("base.sql");
        List<String> views = List.of(Scripts.resource("worked.sql").split(";\n", -1));
        int plans = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String statement = views.get(random.nextInt(views.size())) + ";\n";
            String script = random.nextInt(4) == 0 ? mutated(base) + statement : base + mutated(statement);
            plans += isPlan(script) ? 1 : 0;
        }
        assertThat(plans).isBetween(1, MUTATIONS - 1);
    }

    private static boolean isPlan(String script) {
        try {
            Scripts.read(script);
            return true;
        } catch (InvalidPipeline refused) {
            assertThat(refused.problems())
                    .as(script)
                    .isNotEmpty()
                    .allMatch(line -> line.matches("a\\.sql:\\d+: [^\\n]+: [^\\n]+"));
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(script, e);
        }
    }

    private String mutated(String text) {
        String changed = text;
        for (int i = random.nextInt(2); i >= 0; i--) {
            List<String> words = List.of(changed.split("(?<=\\W)|(?=\\W)", -1));
            int at = random.nextInt(words.size());
            String instead = instead(words.get(at), words.get(random.nextInt(words.size())));
            changed = String.join("", words.subList(0, at))
                    + instead
                    + String.join("", words.subList(at + 1, words.size()));
        }
        return changed;
    }

    private String instead(String here, String other) {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> here + here;
            case 2 -> other;
            case 3 -> here.isEmpty() ? "(" : here.substring(1) + (char) (32 + random.nextInt(95));
            case 4 -> here + " " + other;
            default -> STRANGE.get(random.nextInt(STRANGE.size()));
        };
    }
}
