package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Flag;
import dev.weir.calculator.question.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CalcTest {

    @TempDir
    private Path folder;

    private static String answer(String line) {
        Asked asked = Asked.line(line);
        assertThat(asked.code()).as(asked.err()).isZero();
        return asked.out();
    }

    private List<String> batch(String form, String csv) throws IOException {
        Path file = Files.writeString(folder.resolve("questions.csv"), csv);
        return answer(form + " --batch " + file).lines().toList();
    }

    @Test
    void an_answer_is_lines_of_names_and_values() {
        assertThat(answer("epsilon --recipe pure(eps=0.1)*3+gaussian(sigma=4)*2 --delta 1e-6")
                        .lines())
                .hasSize(4)
                .allMatch(line -> line.matches("(epsilon_\\w+ = [0-9.]+)|(method = lattice)"));
    }

    @Test
    void json_is_one_object_whose_infinities_are_text() throws IOException {
        String line = answer("epsilon --recipe epsdelta(eps=1,delta=0.01) --delta 1e-6 --json");
        JsonNode json = new ObjectMapper().readTree(line);
        assertThat(line).hasLineCount(1);
        assertThat(json.get("epsilon_certified").textValue()).isEqualTo("Infinity");
        assertThat(json.get("method").textValue()).isEqualTo("lattice");
    }

    @Test
    void underscores_and_dashes_are_alike() throws IOException {
        String options = " --strategy laplace --epsilon 1 --delta 1e-6 --max%spartitions 2 --num%susers 30";
        String dashes = answer("select" + options.formatted("-", "-"));
        assertThat(answer("select" + options.formatted("_", "_"))).isEqualTo(dashes);
        List<String> rows = batch("select", "strategy,epsilon,delta,max-partitions,num_users\nlaplace,1,1e-6,2,30\n");
        String threshold = dashes.lines().findFirst().orElseThrow().substring("threshold = ".length());
        assertThat(rows.get(1)).contains("," + threshold + ",");
    }

    @Test
    void an_option_goes_by_the_name_that_people_use_and_by_that_of_a_files_column() throws IOException {
        String options = "select --strategy laplace --epsilon 1 --delta 1e-6 --%s 2 --%s 30";
        assertThat(answer(options.formatted("keys-per-unit", "units")))
                .isEqualTo(answer(options.formatted("max-partitions", "num-users")));
        assertThat(Asked.line(options.formatted("units", "num-users")).err())
                .isEqualTo("--units: must be given once\n");
        assertThat(batch("select --strategy laplace", "epsilon,delta,keys_per_unit,units\n1,1e-6,0,30\n1,1e-6,2,30\n"))
                .satisfiesExactly(
                        header -> assertThat(header).endsWith(",threshold,keep_probability,error"),
                        refused -> assertThat(refused).endsWith(",\"keys_per_unit must be >= 1, was 0\""),
                        answered -> assertThat(answered).matches("1,1e-6,2,30,[0-9.]+,[0-9.E-]+,"));
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
        String question = "convert --from rdp --value laplace(b=5)*40 --json ";
        double epsilon = number(question + "--delta 1e-7", "epsilon");
        assertThat(number(question + "--epsilon " + epsilon, "delta")).isBetween(0.99e-7, 1.01e-7);
    }

    private static double number(String question, String column) throws IOException {
        return new ObjectMapper().readTree(answer(question)).get(column).asDouble();
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
            deniability --k 9 --gamma 1 --epsilon0 1          | --split: must be given, or delta
            deniability --k 9 --gamma 1 --epsilon0 1 --t 9    | --t: must be between 1 and k - 1 = 8, was 9
            convert --from rdp --value 3 --delta 0.1          | --order: must be given where value is a number
            convert --from gdp --value -3 --delta 0.1         | --value: must be >= 0 and finite, was -3.0
            ratio --denominator-high-steps 20 --numerator-high-steps 5 --law laplace --price 1 --true-denominator 90 --ratio -1 | --ratio: must be at least 0, was -1
            levels --law gaussian                             | --tree: must be given, or cube
            levels --tree 2~0 --law gaussian                  | --tree: must be at least 1 child each
            levels --cube 2~2 --sets 0;0 --law gaussian       | --sets: must be different from each other
            levels --tree 4 --weights 3~0 --law laplace       | --weights: must be above 0 for the leaves
            levels-solve --tree 2 --noise-variances 1~- --noisy 3 | --noise-variances: must be given for the leaves
            budget --batch /nowhere.csv                       | --batch: must be a CSV file that can be read
            """)
    void a_wrong_question_is_told_in_one_line_and_gives_2(String line, String expected) {
        Asked asked = Asked.line(line);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).hasLineCount(1).startsWith(expected.strip());
        assertThat(asked.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,epsilon\n1\n", "", "epsilon,delta,epsilon\n1,1,1\n"})
    void a_batch_that_is_no_table_of_questions_is_refused(String csv) throws IOException {
        Path file = Files.writeString(folder.resolve("questions.csv"), csv);
        Asked asked = Asked.line("budget --batch " + file);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).hasLineCount(1).startsWith("--");
    }

    static Stream<Question> questions() {
        return Calculations.ALL.stream().map(Calculation::question);
    }

    /** The example is split as by a shell: at blanks, with quoted parts kept whole. */
    @ParameterizedTest
    @MethodSource("questions")
    void the_example_in_the_help_of_every_question_works(Question question) {
        String[] words = (question.name() + " " + question.example()).split(" (?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
        Asked asked =
                Asked.of(Stream.of(words).map(word -> word.replace("\"", "")).toArray(String[]::new));
        assertThat(asked.err()).isEmpty();
        assertThat(asked.out()).contains(" = ");
    }

    @ParameterizedTest
    @MethodSource("questions")
    void the_example_of_a_question_says_every_option_as_people_do(Question question) {
        List<String> flags = question.options().stream()
                .map(option -> Flag.of(option.name()))
                .toList();
        assertThat(Stream.of(question.example().split("[ \"]+")).filter(word -> word.startsWith("--")))
                .isSubsetOf(flags);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void no_two_options_of_a_question_share_a_name(Question question) {
        assertThat(question.options().stream().flatMap(option -> option.names().stream()))
                .doesNotHaveDuplicates();
    }

    @Test
    void help_says_what_the_declaration_of_an_option_says() {
        CommandLine moments = Objects.requireNonNull(
                new CommandLine(CalcCommand.spec()).getSubcommands().get("moments"));
        String help = moments.setUsageHelpWidth(200).getUsageMessage();
        assertThat(help)
                .contains("--law=LAW", "one of laplace, gaussian.")
                .contains("how many full-size records the share affords, at least 1; 1 if not given.")
                .contains("--true-count=TRUE_COUNT", "how many records there are, above 0.")
                .doesNotContain("--true_count");
    }
}
