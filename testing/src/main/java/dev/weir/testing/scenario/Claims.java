package dev.weir.testing.scenario;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.PerfectMechanism;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the canary of a scenario may lose at most, as the accountant states it.
 *
 * <p>n full-size records in cells of their own cost n of the records that the query's share affords; n in one cell cost n under
 * Laplace noise and n&sup2; under Gaussian noise, or less where a unit's part of a cell is bounded; several under one key of a series cost the share at most; nothing costs more
 * than the share. With levels a record costs something at every node above its cell ({@link LevelPieces}).
 * Losses of queries add up, in &epsilon; or in &mu;&sup2; / 2.
 *
 * <p>Under a pure budget there is a second claim. Each aggregate of each cell has noise of its own and is
 * &epsilon;<sub>i</sub>-differentially private, hence mu(&epsilon;<sub>i</sub>)-Gaussian differentially private ({@link
 * Claim#muOf}), and all together are sqrt(&sum; mu(&epsilon;<sub>i</sub>)&sup2;)-Gaussian differentially private: Dong, Roth and
 * Su (2022), Corollary 2. Where many small losses add up, this claim is the one that an attack comes near.
 *
 * @param plan the plan
 * @param schedule which windows are released
 * @param cells the base cells in which records lie
 */
public record Claims(Plan plan, Schedule schedule, BaseCells cells) {

    /**
     * The claims about what some queries publish together.
     *
     * @param scenario what the canary does
     * @param queries the numbers of the queries in the plan
     */
    public Stated of(Scenario scenario, List<Integer> queries) {
        List<Part> parts = queries.stream().map(query -> part(query, scenario)).toList();
        double keys =
                queries.stream().mapToDouble(query -> keys(query, scenario)).sum();
        double amount = parts.stream().mapToDouble(Part::amount).sum();
        double shown =
                parts.stream().mapToDouble(part -> part.amount() * part.shown()).sum();
        int numbers = Math.max(1, parts.stream().mapToInt(Part::numbers).sum());
        boolean isPure = plan.queries().get(0).price().share().currency() == Currency.EPSILON;
        Stated ofNoise = isPure
                ? Stated.pure(amount, mu(parts), perfect(Claim.Kind.EPSILON, shown, numbers))
                : Stated.gaussian(
                        Math.sqrt(2 * amount),
                        plan.noiseBudget().delta().value().doubleValue(),
                        perfect(Claim.Kind.MU, Math.sqrt(2 * shown), numbers));
        return ofNoise.withKeys(keys);
    }

    /** With which probability a key may be announced that the canary alone has used: that of a touch for each of those that count. */
    private double keys(int query, Scenario scenario) {
        PricedQuery priced = plan.queries().get(query);
        if (!priced.discoversKeys()) {
            return 0;
        }
        Touches touches = AnnouncementTerms.of(priced.query()).touches();
        int made = CountedRecords.of(rules(query), scenario.ofCanary()).size();
        return Math.min(made, touches.most()) * touches.each().value().doubleValue();
    }

    private CountedRecords.Rules rules(int query) {
        return new CountedRecords.Rules(
                plan, plan.queries().get(query).query(), schedule, step -> cells.of(query, step));
    }

    private static Optional<PerfectMechanism> perfect(Claim.Kind noise, double loss, int numbers) {
        return loss > 0 ? Optional.of(new PerfectMechanism(noise, loss, numbers)) : Optional.empty();
    }

    private static double mu(List<Part> parts) {
        return Math.sqrt(parts.stream()
                .flatMap(part -> part.largest().stream())
                .mapToDouble(Claim::muOf)
                .map(mu -> mu * mu)
                .sum());
    }

    /**
     * What one query may lose.
     *
     * @param share the share of the query
     * @param pieces what each aggregate of each cell may lose if no account stops it
     * @param shown the part of the loss that the released windows can show
     * @param visible how many numbers show it, where that is not the number of pieces; else 0
     */
    private record Part(double share, List<Double> pieces, double shown, int visible) {

        int numbers() {
            return visible == 0 ? largest().size() : visible;
        }

        double amount() {
            return Math.min(
                    share, pieces.stream().mapToDouble(Double::doubleValue).sum());
        }

        /** The pieces that the account pays for, so chosen that the sum of their squares is largest. */
        List<Double> largest() {
            List<Double> paid = new ArrayList<>();
            double left = share;
            for (double piece :
                    pieces.stream().sorted(Comparator.reverseOrder()).toList()) {
                double taken = Math.min(piece, left);
                left -= taken;
                // what rounding leaves of a share is no piece
                if (taken > 1e-9 * share) {
                    paid.add(taken);
                }
            }
            return paid;
        }
    }

    private Part part(int query, Scenario scenario) {
        List<Step> canary = scenario.ofCanary();
        PricedQuery priced = plan.queries().get(query);
        double share = priced.price().share().value().doubleValue();
        CountedRecords.Rules rules = rules(query);
        Map<CountedRecords.Cell, Integer> counted = CountedRecords.of(rules, canary);
        if (priced.levelPrice().isPresent()) {
            return new Part(
                    share,
                    new LevelPieces(priced.levelPrice().get(), priced.query().aggregates()).of(counted),
                    1,
                    0);
        }
        // a refused record moves nothing, and what is shown grows with the square of what moves
        List<Step> fitting = CountedRecords.fitting(rules, canary, priced.affords());
        if (priced.levelNoise().isPresent()) {
            return ofShown(share, List.of(ofSeries(priced, share, counted)), shownOfLevels(priced, rules, fitting));
        }
        List<Double> pieces = pieces(priced, counted, share);
        List<Step> visible = new VisibleRecords(rules, Crowd.of(plan)).of(fitting, scenario);
        if (priced.query().window().sharesNoise()) {
            return ofShown(share, pieces, new ShownPart(priced, schedule).of(visible));
        }
        Map<CountedRecords.Cell, Integer> seen = new LinkedHashMap<>(counted);
        if (priced.discoversKeys()) {
            seen.keySet().retainAll(CountedRecords.of(rules, visible).keySet());
        }
        return ofSeen(share, pieces, pieces(priced, seen, share));
    }

    /** Records under keys that are not surely announced show nothing. */
    private static Part ofSeen(double share, List<Double> pieces, List<Double> seen) {
        double shown = pieces.isEmpty() ? 0 : Math.min(1, sum(seen) / Math.min(share, sum(pieces)));
        return new Part(share, pieces, shown, seen.size());
    }

    private ShownLevels.Shown shownOfLevels(PricedQuery priced, CountedRecords.Rules rules, List<Step> fitting) {
        return new ShownLevels(priced, priced.levelNoise().orElseThrow(), schedule)
                .of(time -> CountedRecords.of(rules, before(time, fitting)));
    }

    private static Part ofShown(double share, List<Double> pieces, ShownLevels.Shown shown) {
        double lost = Math.min(share, sum(pieces));
        return new Part(share, pieces, lost == 0 ? 0 : Math.min(1, shown.loss() / lost), shown.numbers());
    }

    private static double sum(List<Double> pieces) {
        return pieces.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static List<Double> pieces(PricedQuery priced, Map<CountedRecords.Cell, Integer> counted, double share) {
        return counted.values().stream()
                .flatMap(count -> pieces(priced, count).stream())
                .map(part -> part * share)
                .toList();
    }

    private static List<Step> before(long time, List<Step> canary) {
        return canary.stream().filter(step -> step.time() < time).toList();
    }

    /** One record moves one node of every level. Several move the nodes above them together: their share is what is claimed. */
    private static double ofSeries(PricedQuery priced, double share, Map<CountedRecords.Cell, Integer> counted) {
        int records = counted.values().stream().mapToInt(Integer::intValue).sum();
        return records == 1 ? Math.min(share, priced.recordPrice().doubleValue()) : records == 0 ? 0 : share;
    }

    /** What each aggregate may lose by so many records in one cell, as parts of the share. If all lose in proportion, the account stops all at once. */
    private static List<Double> pieces(PricedQuery priced, int count) {
        List<Aggregate> aggregates = priced.query().aggregates();
        double weights = aggregates.stream()
                .mapToDouble(aggregate -> aggregate.weight().doubleValue())
                .sum();
        boolean isEven = aggregates.stream()
                        .mapToDouble(aggregate -> worth(priced, aggregate, count))
                        .distinct()
                        .count()
                == 1;
        double most = isEven ? priced.affords() : Double.POSITIVE_INFINITY;
        return aggregates.stream()
                .map(aggregate -> Math.min(most, worth(priced, aggregate, count))
                        / priced.affords()
                        * aggregate.weight().doubleValue()
                        / weights)
                .toList();
    }

    /**
     * How many records in cells of their own so many in one cell are worth at most: less than their number where a unit's part of a cell is bounded, by a
     * per-unit clamp, or as for distinct units.
     */
    private static double worth(PricedQuery priced, Aggregate aggregate, int count) {
        if (count > 1 && priced.query().window().sharesNoise()) {
            return priced.affords();
        }
        Norm norm = priced.price().norm();
        return aggregate.largestSize(count, norm).doubleValue()
                / aggregate.fullSize(norm).doubleValue();
    }
}
