package dev.weir.accountant.compose;

import dev.weir.accountant.compose.PrivacyEvent.Repeated;
import dev.weir.accountant.compose.pld.RepeatedLoss;
import dev.weir.accountant.compose.pld.WorstPairs;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The single events of a plan. Equal events are merged and all are sorted, so that order, grouping and splitting of a
 * plan change no bit of the results that are computed from them.
 *
 * @param parts the events and how often each runs
 */
record MergedPlan(List<Repeated> parts) {

    static MergedPlan of(PrivacyEvent plan) {
        Map<String, Repeated> merged = new TreeMap<>();
        plan.parts().forEach(part -> merged.merge(order(part.event()), part, MergedPlan::merge));
        return new MergedPlan(List.copyOf(merged.values()));
    }

    /**
     * A text that is equal for equal events. It decides the order in which events are summed, and so the last digits of
     * sums.
     */
    private static String order(PrivacyEvent event) {
        return event.getClass().getSimpleName() + event;
    }

    private static Repeated merge(Repeated a, Repeated b) {
        return new Repeated(a.event(), Math.addExact(a.count(), b.count()));
    }

    /**
     * Whether the plan contains an exponential mechanism. No single pair of neighbours is the worst for all
     * compositions of that mechanism, so a bound by R&eacute;nyi divergences may be smaller.
     */
    boolean isRangeBounded() {
        return parts.stream().anyMatch(part -> part.event() instanceof SingleEvent.ExponentialMechanism);
    }

    /** The sum of a price over all runs. */
    double sum(ToDoubleFunction<SingleEvent> price) {
        double sum = 0;
        for (Repeated part : parts) {
            sum += part.count() * price.applyAsDouble(single(part));
        }
        return sum;
    }

    /**
     * The &mu; of all Gaussian noise, rounded up. Each &mu; is divided by the largest before it is squared, so that no
     * square underflows. The squares are summed upwards, however many there are. A square has a relative error of at most
     * seven units of round-off, of which the root leaves half; with the root and the last product this is below the
     * nine units of {@link Margin#ARITHMETIC}.
     */
    double gaussianMu() {
        List<Repeated> gaussian = gaussian(true);
        double largest =
                gaussian.stream().mapToDouble(part -> single(part).mu()).max().orElse(0);
        if (largest == 0) {
            return 0;
        }
        double squares = gaussian.stream()
                .mapToDouble(part -> part.count() * square(single(part).mu() / largest))
                .reduce(0, Rounding::sumUp);
        return Rounding.up(largest * Math.sqrt(squares), Margin.ARITHMETIC);
    }

    private static double square(double x) {
        return x * x;
    }

    /**
     * The losses to compose, for each direction of neighbours. The list is empty if all noise is Gaussian, which has a
     * closed form.
     */
    List<List<RepeatedLoss>> directions() {
        List<List<RepeatedLoss>> others =
                gaussian(false).stream().map(MergedPlan::losses).toList();
        int directions = others.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, directions)
                .mapToObj(direction -> direction(others, direction))
                .toList();
    }

    private static List<RepeatedLoss> losses(Repeated part) {
        return single(part).losses().stream()
                .map(loss -> new RepeatedLoss(loss, part.count()))
                .toList();
    }

    private List<RepeatedLoss> direction(List<List<RepeatedLoss>> others, int direction) {
        List<RepeatedLoss> losses = new ArrayList<>();
        others.forEach(all -> losses.add(all.get(Math.min(direction, all.size() - 1))));
        double mu = gaussianMu();
        if (mu > 0) {
            losses.add(new RepeatedLoss(WorstPairs.gaussian(mu), 1));
        }
        return List.copyOf(losses);
    }

    private List<Repeated> gaussian(boolean wanted) {
        return parts.stream()
                .filter(part -> part.event() instanceof NoiseEvent.Gaussian == wanted)
                .toList();
    }

    private static SingleEvent single(Repeated part) {
        return (SingleEvent) part.event();
    }
}
