package dev.weir.operators.api;

import dev.weir.accountant.account.AccountPeriods;
import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A complete query. It has no effect until it is passed to {@link PrivateStream#release}.
 *
 * @param <T> the record
 */
public final class PrivateQuery<T> {

    private final QueryShape<T> shape;
    private final List<Aggregation<T>> aggregations;
    private final Query query;

    PrivateQuery(
            QueryShape<T> shape, List<Aggregation<T>> aggregations, Spend spend, @Nullable KeyAccountTerms keyAccount) {
        List<Aggregate> released =
                aggregations.stream().map(Aggregation::aggregate).toList();
        List<Aggregate> measured = AnnouncementTerms.measured(shape.selection().keys(), released, BigDecimal.ONE);
        this.shape = shape;
        this.aggregations = Stream.concat(
                        aggregations.stream(),
                        measured.stream().skip(released.size()).map(hidden -> new Aggregation<T>(hidden, List.of())))
                .toList();
        this.query = query(shape, measured, spend, keyAccount);
    }

    private static Query query(
            QueryShape<?> shape, List<Aggregate> aggregates, Spend spend, @Nullable KeyAccountTerms keyAccount) {
        Selection<?> selection = shape.selection();
        return new Query(
                selection.name(),
                selection.version(),
                "typed records",
                AnnouncementTerms.announced(selection.keys(), aggregates),
                shape.window(),
                shape.bounds(),
                aggregates,
                spend,
                keyAccount);
    }

    /**
     * Limits the privacy loss of one key: once the key's account is spent, the key is withheld until the next period.
     *
     * @param budget the most that may be spent on one key in one period, in the currency of the stream's budget
     * @param period the length of a period, at least 1 ms; periods are aligned to the epoch, in UTC
     * @throws IllegalArgumentException if the period is below 1 ms
     */
    public PrivateQuery<T> limitingEachKey(Budget budget, Duration period) {
        KeyAccountTerms terms = new KeyAccountTerms(QueryPrice.afford(budget), period.toMillis());
        return new PrivateQuery<>(shape, aggregations, query.spend(), terms);
    }

    /**
     * Limits the privacy loss of one key in every day, week or month of the zone that the unit's periods are in.
     *
     * @param budget the most that may be spent on one key in one period, in the currency of the stream's budget
     * @param period which of the three
     * @param zone the id of the zone of the unit's periods, {@code UTC} if they have no other
     * @throws IllegalArgumentException if there is no such zone. If it is another one than the unit's, the stream refuses the query
     */
    public PrivateQuery<T> limitingEachKey(Budget budget, CalendarPeriod period, String zone) {
        AccountPeriods periods = AccountPeriods.of(period, PinnedZone.of(zone));
        return new PrivateQuery<>(
                shape, aggregations, query.spend(), new KeyAccountTerms(QueryPrice.afford(budget), periods));
    }

    /**
     * With levels: plans the noise for units of which at most so many records share a window, and for the rows whose errors are to be small. Who puts more
     * into one window is charged what it costs, and stops earlier.
     *
     * @param perWindow how many of a unit's records may share a window, at least 1
     * @param favour for which rows errors are made small
     * @throws IllegalArgumentException if the keys have no levels, or {@code perWindow} is below 1
     */
    public PrivateQuery<T> planning(long perWindow, Favour favour) {
        if (perWindow < 1) {
            throw new IllegalArgumentException("per-window must be >= 1, was " + perWindow);
        }
        Spend spend = query.spend();
        Spend planned = new Spend(spend.share(), spend.contributions(), perWindow, favour);
        return new PrivateQuery<>(shape, aggregations, planned, query.keyAccount());
    }

    Query query() {
        return query;
    }

    Selection<T> selection() {
        return shape.selection();
    }

    List<Aggregation<T>> aggregations() {
        return aggregations;
    }
}
