package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.UnaryResponse.Form;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The vectors of {@code docs/local-reports.csv}, by which clients in other languages are held to the same form. They were
 * made by a program in Python from the text of {@code docs/local.md} alone.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportVectorsTest {

    private static final Pattern LINE = Pattern.compile("([^,]*),([^,]*),([^,]*),([^,]*),\"(.*)\"");
    private static final Pattern REPORT =
            Pattern.compile("\\{\"q\":\"(\\w+)\",\"m\":\"([\\w-]{8})\",\"p\":(-?\\d+),\"r\":\"([\\w-]*)\"}");

    static Stream<MatchResult> lines() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/local-reports.csv"));
        assertThat(lines).hasSizeGreaterThan(10);
        return lines.stream().skip(1).map(line -> match(LINE, line));
    }

    private static MatchResult match(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .filter(result -> result.group().length() == text.length())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void the_same_draws_give_the_same_report(MatchResult line) {
        MatchResult report = match(REPORT, line.group(5).replace("\"\"", "\""));
        Question question = question(
                report.group(1),
                line.group(1).split(" ", -1),
                List.of(line.group(2).split("\\|", -1)));
        assertThat(question.mechanism().description()).isEqualTo(line.group(1));
        Iterator<String> draws = Arrays.asList(line.group(4).split(" ", -1)).iterator();
        byte[] bytes = drawn(question, line.group(3), count -> next(draws, count));
        assertThat(draws).isExhausted();
        String body = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        LocalReport made = new LocalReport(question.name(), question.id(), Long.parseLong(report.group(3)), body);
        assertThat(made.json()).isEqualTo(report.group());
    }

    private static long next(Iterator<String> draws, long count) {
        String[] draw = draws.next().split("/", -1);
        assertThat(count).isEqualTo(Long.parseLong(draw[1]));
        return Long.parseLong(draw[0]);
    }

    private static Question question(String name, String[] words, List<String> standsFor) {
        int[] small = Arrays.stream(words)
                .skip(1)
                .limit(words.length - 3L)
                .mapToInt(Integer::parseInt)
                .toArray();
        Odds odds = new Odds(Long.parseLong(words[words.length - 2]), Long.parseLong(words[words.length - 1]));
        if (words[0].equals("interval-response")) {
            Range range = new Range(small[0], small[1]);
            return new NumberQuestion(
                    name, new BigDecimal(standsFor.get(0)), new IntervalResponse(range, small[2], small[3], odds));
        }
        CategoryResponse mechanism =
                switch (words[0]) {
                    case "subset-selection" -> new SubsetResponse(small[0], small[1], odds);
                    case "unary-symmetric" -> new UnaryResponse(small[0], Form.SYMMETRIC, odds);
                    case "unary-optimized" -> new UnaryResponse(small[0], Form.OPTIMIZED, odds);
                    default -> new HadamardResponse(small[0], odds);
                };
        return new CategoryQuestion(name, standsFor, mechanism);
    }

    private static byte[] drawn(Question question, String answer, Uniform uniform) {
        if (question instanceof NumberQuestion number) {
            return ((IntervalResponse) number.mechanism()).report(number.nearest(new BigDecimal(answer)), uniform);
        }
        CategoryQuestion category = (CategoryQuestion) question;
        long value = category.number(answer);
        CategoryResponse mechanism = category.mechanism();
        return mechanism instanceof SubsetResponse subset
                ? subset.report(value, uniform)
                : mechanism instanceof UnaryResponse unary
                        ? unary.report(value, uniform)
                        : ((HadamardResponse) mechanism).report(value, uniform);
    }
}
