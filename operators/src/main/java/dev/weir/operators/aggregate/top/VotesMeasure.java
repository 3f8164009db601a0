package dev.weir.operators.aggregate.top;

import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares candidates by their votes. If candidates are drawn, the noise is computed in admitted votes and multiplied by the ratio of all
 * votes to admitted votes.
 *
 * @param shown how many candidates are released
 * @param hasCounts whether counts are released and compared; if not, the loss is how many votes fewer the drawn candidates have than the
 *     best candidates
 */
record VotesMeasure(Candidates candidates, int shown, boolean hasCounts) implements ValueMeasure<long[]> {

    /**
     * Counts the votes for each candidate. A unit's votes for one candidate count up to the limit, which defines the true
     * value and is not a loss.
     */
    @Override
    public long[] truth(Sample records) {
        long[] votes = new long[candidates.texts().size()];
        Map<Long, Long> ofUnit = new HashMap<>();
        for (Sample.Read record : records.records()) {
            int candidate = record.values()[0].intValue();
            if (candidate >= 0 && candidate < votes.length) {
                long own = ofUnit.merge((long) record.account() * votes.length + candidate, 1L, Long::sum);
                votes[candidate] += own <= candidates.limit() ? 1 : 0;
            }
        }
        return votes;
    }

    @Override
    public SampledError error(long[] truth, ReleasedCell cell) {
        int[] best = IntStream.range(0, truth.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> -truth[i]))
                .limit(shown)
                .mapToInt(Integer::intValue)
                .toArray();
        return hasCounts ? counts(truth, best, cell) : drawn(truth, best, cell);
    }

    private static SampledError counts(long[] truth, int[] best, ReleasedCell cell) {
        double loss = Arrays.stream(best)
                .mapToDouble(i -> square((double) truth[i] - cell.totals()[i]))
                .sum();
        double size =
                Arrays.stream(best).mapToDouble(i -> square((double) truth[i])).sum();
        return new SampledError(Math.sqrt(loss), cell.noise().stddev() * Math.sqrt(best.length), Math.sqrt(size));
    }

    private static double square(double number) {
        return number * number;
    }

    private SampledError drawn(long[] truth, int[] best, ReleasedCell cell) {
        double most = Arrays.stream(best).mapToLong(i -> truth[i]).sum();
        double kept = names(cell).stream()
                .mapToLong(name -> truth[candidates.texts().indexOf(name)])
                .sum();
        double votes = Math.max(1, truth[best[0]]);
        double error = cell.error(Map.of(Expectation.SIZE, votes)) / ExpectedError.NORMAL_95;
        double scale = sum(truth) / (double) Math.max(1, sum(cell.totals()));
        return new SampledError(most - kept, error * scale * shown, most);
    }

    private static long sum(long[] votes) {
        return Arrays.stream(votes).sum();
    }

    private static List<String> names(ReleasedCell cell) {
        Object keys = cell.fields().get("keys");
        return keys instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(cell.fields().get("value")));
    }
}
