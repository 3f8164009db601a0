package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CalcTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int calc(String line) {
        CommandLine weir = Weir.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        return weir.execute(("calc " + line.strip()).split(" +"));
    }

    private List<String> batch(String form, String csv) throws IOException {
        Path file = Files.writeString(folder.resolve("questions.csv"), csv);
        assertThat(calc(form + " --batch " + file)).as(err.toString()).isZero();
        return out.toString().lines().toList();
    }

    @Test
    void an_answer_is_lines_of_names_and_values() {
        assertThat(calc("epsilon --recipe pure(eps=0.1)*3+gaussian(sigma=4)*2 --delta 1e-6"))
                .isZero();
        assertThat(out.toString().lines())
                .hasSize(4)
                .allMatch(line -> line.matches("(epsilon_\\w+ = [0-9.]+)|(method = lattice)"));
    }

    @Test
    void json_is_one_object_whose_infinities_are_text() throws IOException {
        assertThat(calc("epsilon --recipe epsdelta(eps=1,delta=0.01) --delta 1e-6 --json"))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(out.toString()).hasLineCount(1);
        assertThat(json.get("epsilon_certified").textValue()).isEqualTo("Infinity");
        assertThat(json.get("method").textValue()).isEqualTo("lattice");
    }

    @Test
    void underscores_and_dashes_are_alike() throws IOException {
        String options = " --strategy laplace --epsilon 1 --delta 1e-6 --max%spartitions 2 --num%susers 30";
        assertThat(calc("select" + options.formatted("-", "-"))).isZero();
        assertThat(calc("select" + options.formatted("_", "_"))).isZero();
        batch("select", "strategy,epsilon,delta,max-partitions,num_users\nlaplace,1,1e-6,2,30\n");
        List<String> lines = out.toString().lines().toList();
        assertThat(lines.subList(0, 2)).isEqualTo(lines.subList(2, 4));
        assertThat(lines.get(5)).contains("," + lines.get(0).substring("threshold = ".length()) + ",");
    }

    @Test
    void a_batch_copies_its_columns_and_appends_the_answers() throws IOException {
        List<String> lines =
                batch("delta", "note,recipe,epsilon\n\"a, \"\"b\"\"\",\"rr(p=0.5,buckets=4)+pure(eps=1)\",9\n");
        assertThat(lines)
                .containsExactly(
                        "note,recipe,epsilon,delta_certified,delta_estimate,method,error",
                        "\"a, \"\"b\"\"\",\"rr(p=0.5,buckets=4)+pure(eps=1)\",9,0.0,0.0,lattice,");
    }

    @Test
    void an_answer_comes_last_under_its_own_name_whatever_was_copied() throws IOException {
        List<String> lines = batch("convert", """
                epsilon_simple,from,value,delta,epsilon,order
                7,zcdp,0.5,0.01,,3
                7,gdp,0,,1,
                """);
        assertThat(lines.get(0))
                .isEqualTo(
                        "epsilon_simple,from,value,delta,epsilon,order,epsilon,delta,epsilon_simple,delta_simple,error");
        assertThat(lines.get(1)).matches("7,zcdp,0.5,0.01,,3,[0-9.]+,0.01,[0-9.]+,,");
        assertThat(lines.get(2)).isEqualTo("7,gdp,0,,1,,1.0,0.0,,,");
    }

    @Test
    void a_bad_row_is_refused_beside_good_ones() throws IOException {
        List<String> lines = batch("budget", "epsilon,delta\n1,1e-6\n-1,1e-6\n1,\n1,1\nx,0.1\nInfinity,0.1\n");
        assertThat(lines.get(1)).matches("1,1e-6,[0-9.]+,[0-9.]+,");
        assertThat(lines.subList(2, 7))
                .containsExactly(
                        "-1,1e-6,,,\"epsilon must be between 1e-100 and 1e100, was -1.0\"",
                        "1,,,,delta must be given",
                        "1,1,,,\"delta must be above 0 and below 1, was 1.0\"",
                        "x,0.1,,,\"epsilon must be a number, was x\"",
                        "Infinity,0.1,,,\"epsilon must be between 1e-100 and 1e100, was Infinity\"");
    }

    @Test
    void an_option_on_the_command_line_holds_for_every_row() throws IOException {
        assertThat(batch("convert --from gdp", "value,delta\n0,1e-6\n"))
                .containsExactly("value,delta,epsilon,epsilon_simple,error", "0,1e-6,0.0,,");
    }

    @Test
    void the_delta_of_a_recipe_is_that_whose_epsilon_is_asked_for() throws IOException {
        assertThat(calc("convert --from rdp --value laplace(b=5)*40 --delta 1e-7 --json"))
                .isZero();
        double epsilon =
                new ObjectMapper().readTree(out.toString()).get("epsilon").asDouble();
        out.getBuffer().setLength(0);
        assertThat(calc("convert --from rdp --value laplace(b=5)*40 --json --epsilon " + epsilon))
                .isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).get("delta").asDouble())
                .isBetween(0.99e-7, 1.01e-7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            epsilon --delta 1e-6                              | --recipe: must be given
            epsilon --recipe gaussian(sigma=1)                | --delta: must be given
            epsilon --recipe gaussian(sigma=1) --delta 2      | --delta: must be above 0 and below 1, was 2.0
            epsilon --recipe gaussian(sigma=0) --delta 0.1    | --recipe: sigma must be between 1e-100 and 1e100, was 0.0
            delta --recipe pure(eps=-1) --epsilon 1           | --recipe: epsilon must be between 1e-100 and 1e100, was -1.0
            delta --recipe pure(eps=1) --epsilon -1           | --epsilon: must be >= 0 and finite, was -1.0
            rdp --recipe gaussian(sigma=1) --order 1          | --order: must be above 1 and finite, was 1.0
            noise --mechanism laplace --epsilon NaN           | --epsilon: must be above 0 and finite, was NaN
            noise --mechanism gaussian --epsilon 1            | --delta: must be given
            compose --rule basic --epsilon 1 --count 1.5      | --count: must be a whole number
            compose --rule basic --epsilon 1 --count 2 --slack 0.1 | --slack: must not be given here
            select --strategy laplace --epsilon 1 --delta 0.1 --max-partitions 0 | --max-partitions: must be >= 1, was 0
            select --strategy magic --epsilon 1 --delta 0.1   | --strategy: must be one of laplace, gaussian, truncated
            vote --mechanism gnmax --votes 1,2 --order 2 --sigma2 1 | --votes: must be whole numbers separated by
            vote --mechanism gnmax --votes 1 --order 2 --sigma2 0 | --votes: must be for at least 2 classes, was 1
            vote --mechanism lnmax --queries-answered 10 --delta 0.1 --lnmax-gamma 0 | --lnmax-gamma: must be between
            deniability --k 9 --gamma 1 --epsilon0 1          | --t: must be given, or delta
            deniability --k 9 --gamma 1 --epsilon0 1 --t 9    | --t: must be between 1 and k - 1 = 8, was 9
            convert --from rdp --value 3 --delta 0.1          | --order: must be given where value is a number
            convert --from gdp --value -3 --delta 0.1         | --value: must be >= 0 and finite, was -3.0
            ratio --denominator-high-steps 20 --numerator-high-steps 5 --law laplace --price 1 --true-denominator 90 --ratio -1 | --ratio: must be a number of at least 0, was -1
            budget --batch /nowhere.csv                       | --batch: must be a CSV file that can be read
            """)
    void a_wrong_question_is_told_in_one_line_and_gives_2(String line, String expected) {
        assertThat(calc(line)).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).startsWith("weir: " + expected.strip());
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,epsilon\n1\n", "", "epsilon,delta,epsilon\n1,1,1\n"})
    void a_batch_that_is_no_table_of_questions_is_refused(String csv) throws IOException {
        Path file = Files.writeString(folder.resolve("questions.csv"), csv);
        assertThat(calc("budget --batch " + file)).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).startsWith("weir: --");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon",
                "delta",
                "rdp",
                "convert",
                "budget",
                "noise",
                "compose",
                "select",
                "running",
                "sliding",
                "vote",
                "deniability"
            })
    void the_example_in_the_help_of_every_form_works(String form) {
        assertThat(calc(form + " --help")).isZero();
        String help = out.toString();
        String example = help.substring(help.indexOf("  weir calc ") + 12).strip();
        out.getBuffer().setLength(0);
        assertThat(execute(example)).as(err.toString()).isZero();
        assertThat(out.toString()).contains(" = ");
    }

    /** Splits as a shell does: at blanks, quoted parts whole. */
    private int execute(String line) {
        String[] arguments = ("calc " + line).split(" (?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].replace("\"", "");
        }
        return Weir.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
