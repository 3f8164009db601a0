package dev.weir.jobs.synth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SpanSumTest {

    private static Span span(String hours) {
        String[] parts = hours.split("-", -1);
        return new Span(
                Instant.ofEpochSecond(3600L * Long.parseLong(parts[0])),
                Instant.ofEpochSecond(3600L * Long.parseLong(parts[1])));
    }

    private static List<Span> spans(String list) {
        return Arrays.stream(list.split(" ", -1))
                .filter(text -> !text.isEmpty())
                .map(SpanSumTest::span)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                // a window as it is; windows that follow one another
                "1-2 | 0-1 1-2 2-3         | 1-2         | ''",
                "0-3 | 0-1 1-2 2-3         | 2-3 1-2 0-1 | ''",
                // a running total: the last total, the last step, some steps
                "0-3 | 0-1 0-2 0-3         | 0-3         | ''",
                "2-3 | 0-1 0-2 0-3         | 0-3         | 0-2",
                "1-3 | 0-1 0-2 0-3         | 0-3         | 0-1",
                // across a reset at 3
                "1-5 | 0-1 0-2 0-3 3-4 3-5 | 3-5 0-3     | 0-1",
                "0-5 | 0-1 0-2 0-3 3-4 3-5 | 3-5 0-3     | ''",
                // sliding windows of three hours, of which every third is taken
                "0-6 | 0-3 1-4 2-5 3-6     | 3-6 0-3     | ''",
                // a gap, a beginning within a window, an unknown end
                "0-3 | 0-1 2-3             | none        | none",
                "1-4 | 0-2 2-4             | none        | none",
                "0-4 | 0-1 1-2 2-3         | none        | none",
            })
    void windows_make_a_span(String span, String windows, String plus, String minus) {
        if (plus == null) {
            assertThat(SpanSum.of(span(span), spans(windows))).isEmpty();
        } else {
            assertThat(SpanSum.of(span(span), spans(windows))).hasValue(new SpanSum(spans(plus), spans(minus)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0-3 | 0-3         | one window, as published",
                "0-3 | 0-1 1-3     | the sum of 2 windows",
                "1-3 | 0-1 0-3     | the difference of two published totals",
                "1-4 | 0-1 0-3 3-4 | the difference of two published totals and 1 more windows",
            })
    void a_span_says_how_it_is_made(String span, String windows, String words) {
        assertThat(SpanSum.of(span(span), spans(windows)).map(SpanSum::words)).hasValue(words);
    }
}
