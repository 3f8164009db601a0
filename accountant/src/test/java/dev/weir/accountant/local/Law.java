package dev.weir.accountant.local;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.math3.fraction.BigFraction;

/** The exact law of what a mechanism reports, by trying everything that it may draw. */
final class Law {

    private Law() {}

    /** The probability of each report that a draw can make, by its bytes in hexadecimal digits. */
    static Map<String, BigFraction> of(Function<Uniform, byte[]> draw) {
        Map<String, BigFraction> law = new TreeMap<>();
        List<long[]> path = new ArrayList<>();
        do {
            int[] at = {0};
            byte[] report = draw.apply(count -> {
                if (at[0] == path.size()) {
                    path.add(new long[] {0, count});
                }
                return path.get(at[0]++)[0];
            });
            law.merge(HexFormat.of().formatHex(report), probability(path), BigFraction::add);
        } while (advance(path));
        return law;
    }

    private static BigFraction probability(List<long[]> path) {
        BigInteger ways = BigInteger.ONE;
        for (long[] step : path) {
            ways = ways.multiply(BigInteger.valueOf(step[1]));
        }
        return new BigFraction(BigInteger.ONE, ways);
    }

    private static boolean advance(List<long[]> path) {
        int last = path.size() - 1;
        while (last >= 0 && path.get(last)[0] + 1 == path.get(last)[1]) {
            path.remove(last--);
        }
        if (last >= 0) {
            path.get(last)[0]++;
        }
        return last >= 0;
    }

    /** The largest quotient of the probabilities of a report under two laws; every report must have both. */
    static BigFraction largestQuotient(List<Map<String, BigFraction>> laws) {
        BigFraction largest = BigFraction.ZERO;
        for (Map<String, BigFraction> one : laws) {
            for (Map<String, BigFraction> other : laws) {
                for (Map.Entry<String, BigFraction> report : one.entrySet()) {
                    BigFraction quotient = report.getValue().divide(other.get(report.getKey()));
                    largest = quotient.compareTo(largest) > 0 ? quotient : largest;
                }
            }
        }
        return largest;
    }

    static byte[] bytes(String report) {
        return HexFormat.of().parseHex(report);
    }
}
