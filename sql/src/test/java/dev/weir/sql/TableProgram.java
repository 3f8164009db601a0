package dev.weir.sql;

import static dev.weir.operators.api.Aggregation.count;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/** The program of the page for readers: a private table goes in, a table of releases comes out. */
final class TableProgram {

    static final List<String> ZONES = List.of("harbour", "market");
    static final Instant FROM = Instant.parse("2026-03-02T06:00:00Z");

    private static final Schedule MORNING = Schedule.between(FROM, FROM.plus(Duration.ofHours(3)));

    private TableProgram() {}

    static Table hourly(StreamTableEnvironment tables) {
        PrivateStream<Row> rides = PrivateStream.of(tables.toDataStream(tables.from("rides")))
                .timedBy(
                        ride -> ride.<Instant>getFieldAs("ts"),
                        TimeBounds.of(Duration.ZERO, Duration.ofHours(1)),
                        MORNING)
                .protecting(PrivacyUnit.USER_PER_DAY, "rider", ride -> ride.<String>getFieldAs("rider"))
                .within("rides", new Budget.Pure(new BigDecimal("1.0")));
        DataStream<Row> rows = rides.release(rides.query("hourly")
                        .byDeclaredKey(ride -> ride.<String>getFieldAs("zone"), ZONES)
                        .every(Duration.ofHours(1))
                        .atMost(2, 1)
                        .aggregate(count("rides"))
                        .spending(6))
                .releases()
                .map(release -> Row.of(
                        release.end(),
                        release.key(),
                        release.value("rides").longValue(),
                        release.stddev("rides"),
                        release.id().toString()))
                .returns(COLUMNS);
        return tables.fromDataStream(rows);
    }

    private static final TypeInformation<Row> COLUMNS = Types.ROW_NAMED(
            new String[] {"window_end", "zone", "rides", "rides_stddev", "release_id"},
            Types.INSTANT,
            Types.STRING,
            Types.LONG,
            Types.DOUBLE,
            Types.STRING);
}
