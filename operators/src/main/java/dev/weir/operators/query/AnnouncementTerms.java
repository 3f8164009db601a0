package dev.weir.operators.query;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.keys.Examinations;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.accountant.selection.keys.TruncatedGeometricDraw;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeySpace;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the keys of a query that nobody declared are announced.
 *
 * @param by the number of the aggregate that is the selection statistic, a count of records or of units
 * @param preThreshold p, the least number of units of a key that exists, at least 1
 * @param touches the &delta; of a unit for keys, and the number of touches that it pays for
 */
public record AnnouncementTerms(int by, long preThreshold, Touches touches) {

    /**
     * The terms of a query whose keys nobody declared.
     *
     * @param query the query
     */
    public static AnnouncementTerms of(Query query) {
        DiscoveredKeys keys = query.keys().discovered().orElseThrow();
        int by = IntStream.range(0, query.aggregates().size())
                .filter(i -> query.aggregates().get(i).names().equals(List.of(keys.by())))
                .findFirst()
                .orElseThrow();
        Touches touches = new Touches(keys.delta(), query.bounds().perCell().cellsPerPeriod());
        return new AnnouncementTerms(by, keys.preThreshold(), touches);
    }

    /**
     * What a query measures: what it releases, and behind it a count of units that no row states if keys are discovered, nothing that is released
     * can announce them, and their terms name no count.
     *
     * @param keys the keys of the query
     * @param released what it releases
     * @param weight the weight of a count that no row states
     */
    public static List<Aggregate> measured(KeySpace keys, List<Aggregate> released, BigDecimal weight) {
        boolean isStated = keys.discovered()
                .filter(terms -> terms.by().equals(DiscoveredKeys.NOT_STATED))
                .isEmpty();
        return isStated || released.stream().anyMatch(AnnouncementTerms::counts)
                ? released
                : Stream.concat(released.stream(), Stream.of(new DistinctUnits(DistinctUnits.HIDDEN, weight)))
                        .toList();
    }

    /**
     * The keys of a query with the name of the count that announces them, which is the first one if their terms name none.
     *
     * @param keys the keys of the query
     * @param measured what {@link #measured} has returned
     */
    public static KeySpace announced(KeySpace keys, List<Aggregate> measured) {
        return keys.discovered()
                .filter(terms -> terms.by().equals(DiscoveredKeys.NOT_STATED))
                .<KeySpace>flatMap(terms -> measured.stream()
                        .filter(AnnouncementTerms::counts)
                        .findFirst()
                        .map(statistic -> terms.announcedBy(statistic.names().get(0))))
                .orElse(keys);
    }

    private static boolean counts(Aggregate aggregate) {
        return aggregate instanceof Count || aggregate instanceof DistinctUnits;
    }

    /**
     * The draw that announces keys of windows where no row states the statistic and its price buys Laplace noise; empty if a noisy number is
     * compared with a threshold. The draw costs a touch as much as that noise does: &epsilon;' = 1/b, by which a unit moves a count of units.
     *
     * @param priced the query
     */
    public Optional<TruncatedGeometricDraw> draw(PricedQuery priced) {
        Query query = priced.query();
        if (query.window().sharesNoise() || !query.aggregates().get(by).isHidden()) {
            return Optional.empty();
        }
        return priced.price().mechanism(by) instanceof DiscreteLaplace laplace
                ? Optional.of(
                        new TruncatedGeometricDraw(Ratio.ONE.dividedBy(laplace.ratio()), touches.each(), lone(priced)))
                : Optional.empty();
    }

    /**
     * The threshold of every window of a query with tumbling or calendar windows.
     *
     * @param priced the query, for which there is no {@link #draw}
     */
    public WindowThreshold threshold(PricedQuery priced) {
        return WindowThreshold.of(priced.price().mechanism(by), lone(priced), touches.each());
    }

    /**
     * The thresholds of a query with running totals. Nothing is announced after the step for which the noise is tuned, until a reset.
     *
     * @param priced the query
     * @param every the number of steps from one examination to the next, at least 1
     * @throws IllegalArgumentException if the query releases no running totals or has no Gaussian noise, or the terms do not fit its bounds
     */
    public RunningThresholds running(PricedQuery priced, long every) {
        if (!priced.query().window().accumulates()) {
            throw new IllegalArgumentException(
                    "windows of discovered keys must not share noise unless they are running totals: subtract two totals");
        }
        LoneKey lone = lone(priced);
        if (!countsUnits(priced.query()) && lone.preThreshold() > 1) {
            throw new IllegalArgumentException(
                    "pre-threshold of running totals must be 1 unless keys are announced by a count of units");
        }
        Examinations examinations = Examinations.equal(touches.each(), priced.plannedSteps(), every);
        int statistic = priced.query().layout().measuredAt(by);
        return new RunningThresholds(gaussian(priced.measuredNoises().get(statistic)), lone, examinations);
    }

    /**
     * Whether the statistic that announces keys is a count of units.
     *
     * @param query the query
     */
    public boolean countsUnits(Query query) {
        return query.aggregates().get(by) instanceof DistinctUnits;
    }

    private static BltNoise gaussian(CorrelatedNoise noise) {
        if (noise instanceof BltNoise gaussian) {
            return gaussian;
        }
        throw new IllegalArgumentException(
                "running totals of discovered keys must have Gaussian noise: give keys less than the whole delta");
    }

    /**
     * Checks that a query's bounds hold what the terms pay for, and returns what decides whether a key exists.
     *
     * @param priced the query
     * @throws IllegalArgumentException if the gate would keep more touches of a unit than the terms pay for, or the statistic is no count, or
     *     a unit may add any number to it
     */
    public LoneKey lone(PricedQuery priced) {
        Bounds bounds = priced.query().bounds().perCell();
        if (bounds.cellsPerPeriod() > touches.most()) {
            throw new IllegalArgumentException(
                    "cells or keys per period must be at most the touches that delta pays for, " + touches.most());
        }
        Aggregate aggregate = priced.query().aggregates().get(by);
        boolean isBounded = aggregate instanceof DistinctUnits
                || (aggregate instanceof Count && bounds.recordsPerCell() != Bounds.UNBOUNDED);
        if (!isBounded) {
            throw new IllegalArgumentException(
                    "keys must be announced by a count of units, or by a count of records with a bound on those of a unit");
        }
        return new LoneKey(
                preThreshold,
                aggregate.largestSize(bounds.recordsPerCell(), Norm.L1).longValueExact());
    }
}
