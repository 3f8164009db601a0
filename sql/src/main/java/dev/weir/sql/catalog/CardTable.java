package dev.weir.sql.catalog;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;

/** The table of what is known beforehand of every value: a function of the configuration, and hence public. */
final class CardTable {

    /** The name of the table. */
    static final String NAME = "$card";

    static final String COMMENT = "what is known of each value before there is any record";

    private CardTable() {}

    static Schema schema() {
        return Schema.newBuilder()
                .column("query", DataTypes.STRING().notNull())
                .column("version", DataTypes.BIGINT().notNull())
                .column("name", DataTypes.STRING().notNull())
                .column("mechanism", DataTypes.STRING())
                .column("sensitivity", DataTypes.DOUBLE())
                .column("scale", DataTypes.DOUBLE())
                .column("stddev", DataTypes.DOUBLE())
                .column("error95", DataTypes.DOUBLE())
                .column("price", DataTypes.DOUBLE())
                .column("currency", DataTypes.STRING())
                .build();
    }

    /**
     * Returns a row for each value of each query.
     *
     * @param pipeline the pipeline
     */
    static List<RowData> rows(Pipeline pipeline) {
        List<RowData> rows = new ArrayList<>();
        pipeline.plan().queries().forEach(priced -> add(priced, rows));
        return rows;
    }

    private static void add(PricedQuery priced, List<RowData> rows) {
        List<String> mechanisms = mechanisms(priced);
        for (int value = 0; value < mechanisms.size(); value++) {
            rows.add(row(priced, priced.accuracies().get(value), mechanisms.get(value)));
        }
    }

    /** The mechanism of each value: an aggregate may release several. */
    private static List<String> mechanisms(PricedQuery priced) {
        List<String> mechanisms = new ArrayList<>();
        for (int i = 0; i < priced.query().aggregates().size(); i++) {
            Aggregate aggregate = priced.query().aggregates().get(i);
            String mechanism = aggregate.mechanism(priced.errorLaw(i, priced.plannedSteps()));
            aggregate.names().forEach(name -> mechanisms.add(mechanism));
        }
        return mechanisms;
    }

    private static RowData row(PricedQuery priced, Accuracy accuracy, String mechanism) {
        return GenericRowData.of(
                StringData.fromString(priced.query().name()),
                (long) priced.query().version(),
                StringData.fromString(accuracy.name()),
                StringData.fromString(mechanism),
                accuracy.sensitivity().doubleValue(),
                accuracy.scale(),
                accuracy.stddev(),
                accuracy.error95(),
                price(priced.recordPrice()),
                StringData.fromString(priced.price().share().currency().words()));
    }

    /** The price as a number of SQL, rounded up: what is said to be spent is never less than what is spent. */
    private static double price(BigDecimal price) {
        double near = price.doubleValue();
        return new BigDecimal(near).compareTo(price) < 0 ? Math.nextUp(near) : near;
    }
}
