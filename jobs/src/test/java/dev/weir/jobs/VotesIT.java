package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replays votes of teachers. Where a label is expected, noise has a sigma of 1 vote and the label leads by 20: another one is drawn
 * with a probability below 1e-40.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class VotesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final String CANARY = "canary-4d21";
    private static final int TEACHERS = 20;

    /** Six answers at a price of 1 each; the largest epsilon of rho 6 at this delta is 24. */
    private static final String PIPELINE = """
            pipeline: triage
            kind: votes
            domain: {name: clinics}
            source: {format: json, time: time}
            clock: {by: record-time, delay: 0s, max-skew: 31d}
            questions: {file: questions.jsonl, question: id}
            votes: {question: q, teacher: t, label: l, teachers: 20, labels: [no, yes], close: {votes: 20, wait: 10m}}
            mechanism: {gnmax: {sigma: 1}}
            privacy: {unit: teacher, budget: {rho: 6, delta: 1e-6}}
            """;

    @TempDir
    Path folder = Path.of("");

    private static String question(int number) {
        return "{\"id\":\"q%02d\",\"time\":\"%s\"}".formatted(number, START.plusSeconds(60L * number));
    }

    private static String vote(int question, String teacher, String label, int second) {
        Instant time = START.plusSeconds(60L * question + second);
        return "{\"time\":\"%s\",\"q\":\"q%02d\",\"t\":\"%s\",\"l\":%s}".formatted(time, question, teacher, label);
    }

    /** All teachers vote yes on odd questions, no on even ones. */
    private static List<String> votes(int question) {
        List<String> votes = new ArrayList<>();
        for (int teacher = 0; teacher < TEACHERS; teacher++) {
            String id = teacher == 3 ? CANARY : "t" + teacher;
            votes.add(vote(question, id, question % 2 == 1 ? "\"yes\"" : "\"no\"", 1 + teacher));
        }
        return votes;
    }

    private static List<String> allVotes(int questions) {
        return Stream.iterate(0, i -> i < questions, i -> i + 1)
                .flatMap(i -> votes(i).stream())
                .toList();
    }

    private Path replay(String name, String pipeline, List<String> votes, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), pipeline);
        Path input = Files.write(folder.resolve(name + ".jsonl"), votes);
        Path out = folder.resolve(name);
        List<String> line = new ArrayList<>(
                List.of("replay", file.toString(), "--input", input.toString(), "--out", out.toString(), "--again"));
        line.addAll(List.of(more));
        StringWriter said = new StringWriter();
        assertThat(InProcess.weir(said, said, line.toArray(String[]::new)))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).doesNotContain(CANARY);
        return out;
    }

    private static List<JsonNode> rows(Path file) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    private void ask(int questions) throws IOException {
        Files.write(
                folder.resolve("questions.jsonl"),
                Stream.iterate(0, i -> i < questions, i -> i + 1)
                        .map(VotesIT::question)
                        .toList());
    }

    @Test
    void labels_are_published_until_the_account_is_spent_exactly_and_no_vote_is() throws Exception {
        ask(10);
        for (int parallelism = 1; parallelism <= 2; parallelism++) {
            Path out = replay("whole" + parallelism, PIPELINE, allVotes(10), "--parallelism", "" + parallelism);
            List<JsonNode> released = rows(out.resolve("released.jsonl"));
            assertThat(released).hasSize(6);
            for (int i = 0; i < 6; i++) {
                JsonNode row = released.get(i);
                assertThat(row.get("question").asText()).isEqualTo("q0" + i);
                assertThat(row.get("label").asText()).isEqualTo(i % 2 == 1 ? "yes" : "no");
                assertThat(row.get("asked").asInt()).isEqualTo(i + 1);
                assertThat(row.get("answered").asInt()).isEqualTo(i + 1);
                assertThat(row.at("/rho/spent").decimalValue()).isEqualByComparingTo(BigDecimal.valueOf(i + 1));
                assertThat(row.at("/rho/left").decimalValue()).isEqualByComparingTo(BigDecimal.valueOf(5 - i));
            }
            assertThat(rows(out.resolve("withheld.jsonl")))
                    .extracting(row -> row.get("question").asText())
                    .containsExactly("q06", "q07", "q08", "q09");
            for (String file : List.of("released.jsonl", "withheld.jsonl", "card.json", "private/ledger.jsonl")) {
                assertThat(Files.readString(out.resolve(file))).doesNotContain(CANARY);
            }
        }
    }

    /** Ten teachers vote for the label and ten abstain in every way; the question closes with them, and strangers change nothing. */
    @Test
    void only_first_votes_on_open_questions_count_and_a_label_refuses_none() throws Exception {
        ask(4);
        Path out = replay("strangers", PIPELINE, strangers(), "--parallelism", "2", "--reveal-exact");
        Map<String, Integer> codes = new TreeMap<>();
        for (JsonNode letter : rows(out.resolve("private/dead-letter.jsonl"))) {
            codes.merge(letter.get("code").asText(), 1, Integer::sum);
            assertThat(letter.get("payload").asText()).isEmpty();
        }
        assertThat(codes).isEqualTo(Map.of("LATE", 1, "SECOND_VOTE", 1, "NO_QUESTION", 2));
        assertVotes(JSON.readTree(out.resolve("private/votes.json").toFile()));
        replay("strangers", PIPELINE, votes(0));
        assertThat(out.resolve("private/votes.json")).doesNotExist();
    }

    private static List<String> strangers() {
        List<String> votes = new ArrayList<>();
        List<String> abstentions = List.of(
                "\"maybe\"", "null", "[1]", "{\"a\":2}", "true", "\"\"", "3", "\"YES\"", "\"" + CANARY + "\"", "0.5");
        for (int teacher = 0; teacher < TEACHERS; teacher++) {
            votes.add(vote(0, "t" + teacher, teacher < 10 ? "\"yes\"" : abstentions.get(teacher - 10), teacher));
        }
        votes.add(vote(0, "late", "\"no\"", 30));
        votes.add(vote(1, "t1", "\"yes\"", 1));
        votes.add(vote(1, "t1", "\"no\"", 2));
        votes.add(vote(9, "t2", "\"no\"", 1));
        votes.addAll(votes(3));
        votes.add(vote(30, "t1", "\"no\"", 1));
        return votes;
    }

    private static void assertVotes(JsonNode exact) {
        assertThat(exact.get("mechanism").toString()).isEqualTo("{\"gnmax\":{\"sigma\":1}}");
        assertThat(exact.get("teachers").asInt()).isEqualTo(TEACHERS);
        assertThat(exact.get("grid-bits").asInt()).isEqualTo(16);
        Map<String, String> counts = new TreeMap<>();
        exact.get("questions")
                .forEach(one -> counts.put(
                        one.get("question").asText(), one.get("counts").toString()));
        assertThat(counts).isEqualTo(Map.of("q00", "[0,10]", "q01", "[0,1]", "q02", "[0,0]", "q03", "[0,20]"));
    }

    /** A student that believes in yes asks teachers only where they surprise it. */
    @Test
    void an_interactive_mechanism_takes_the_students_label_where_teachers_agree_with_it() throws Exception {
        Files.writeString(folder.resolve("questions.jsonl"), """
                {"id":"q00","time":"2026-03-02T08:00:00Z","scores":[0.0, 1.0]}
                {"id":"q01","time":"2026-03-02T08:01:00Z","scores":{"no": 1, "yes": 0}}
                {"id":"q02","time":"2026-03-02T08:02:00Z","scores":[0.7, 0.7]}
                {"id":"q03","time":"2026-03-02T08:03:00Z","scores":[0.5, 0.5]}
                """);
        String interactive = PIPELINE.replace(
                        "{gnmax: {sigma: 1}}",
                        "{interactive-gnmax: {threshold: 15, check-sigma: 1, answer-sigma: 1, confidence: 0.9}}")
                .replace("question: id}", "question: id, belief: scores}");
        List<String> votes = new ArrayList<>(votes(1));
        votes.addAll(
                0,
                votes(0).stream().map(vote -> vote.replace("\"no\"", "\"yes\"")).toList());
        votes.addAll(votes(2));
        votes.addAll(votes(3).subList(0, 10));
        Path out = replay("interactive", interactive, votes, "--reveal-exact");
        Map<String, String> labels = new TreeMap<>();
        for (JsonNode row : rows(out.resolve("released.jsonl"))) {
            labels.put(row.get("question").asText(), row.get("label") + " " + row.get("answered"));
        }
        assertThat(labels).isEqualTo(Map.of("q00", "\"yes\" 0", "q01", "\"yes\" 1", "q03", "null 1"));
        JsonNode surpluses =
                JSON.readTree(out.resolve("private/votes.json").toFile()).get("questions");
        assertThat(surpluses.get(1).get("surpluses").toString()).isEqualTo("[" + -20 * 65536 + "," + 20 * 65536 + "]");
    }

    @Test
    void a_second_replay_of_the_same_votes_is_refused_and_the_account_of_the_first_is_in_the_ledger() throws Exception {
        ask(2);
        Path out = replay("twice", PIPELINE, allVotes(2));
        assertThat(Files.readString(out.resolve("private/ledger.jsonl"))).contains("labels of t");
        StringWriter said = new StringWriter();
        Path input = folder.resolve("twice.jsonl");
        assertThat(InProcess.weir(
                        said,
                        said,
                        "replay",
                        folder.resolve("twice.yaml").toString(),
                        "--input",
                        input.toString(),
                        "--out",
                        folder.resolve("other").toString()))
                .as(said.toString())
                .isEqualTo(3);
    }

    @Test
    void the_example_is_what_its_program_makes_up() throws Exception {
        Path examples = Snippet.repository().resolve("examples");
        Path made = folder.resolve("made");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        examples.resolve("SyntheticTeachers.java").toString(),
                        made.toString())
                .inheritIO()
                .start();
        assertThat(program.waitFor()).isZero();
        assertThat(made.resolve("triage-questions.jsonl"))
                .hasSameTextualContentAs(examples.resolve("triage-questions.jsonl"));
        try (var zipped =
                new java.util.zip.GZIPInputStream(Files.newInputStream(examples.resolve("triage-votes.csv.gz")))) {
            assertThat(zipped.readAllBytes()).isEqualTo(Files.readAllBytes(made.resolve("triage-votes.csv")));
        }
    }

    /** Every command of the page but the audit, which has a test of its own, in a folder of the test. */
    @Test
    void the_commands_of_the_page_do_what_they_say() throws Exception {
        List<String> commands = Snippet.in("docs/votes.md").stream()
                .filter(snippet -> snippet.language().equals("sh"))
                .flatMap(snippet -> snippet.text().lines())
                .filter(line -> !line.startsWith("./weir audit"))
                .toList();
        assertThat(commands).hasSize(5);
        for (String command : commands) {
            String[] words = Stream.of(command.split(" "))
                    .skip(1)
                    .map(word -> word.startsWith("examples/")
                            ? Snippet.repository().resolve(word).toString()
                            : word.startsWith("out/") ? folder.resolve(word).toString() : word)
                    .toArray(String[]::new);
            StringWriter said = new StringWriter();
            assertThat(InProcess.weir(said, said, words))
                    .as(command + "\n" + said)
                    .isZero();
            assertThat(said.toString()).isNotBlank();
        }
        assertThat(rows(folder.resolve("out/triage/released.jsonl"))).hasSizeBetween(39, 60);
    }
}
