package dev.weir.jobs.config.query;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseReader;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.WhereParser;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads one query. */
public final class QueryReader {

    static final Field<String> NAME = Field.of("name", Literals.NAME, "distinct; part of every release's id")
            .required();

    private static final Field<Integer> VERSION = Field.of(
            "version",
            Literals.count(Integer.MAX_VALUE),
            "from 1, the default. Raise it when a query's meaning changes: see [below](#what-may-change-under-one-version)");

    /** The field with the conditions on the records that the query takes. */
    public static final Field<List<Condition>> WHERE = Field.of(
            "where",
            new Literal<>(WhereParser::parse, Literals.TEXT.schema()),
            "which records the query takes: comparisons such as `robot == 0`, joined by `and`, `or`, `not` and parentheses: see"
                    + " [below](#where)");

    static final Shape SHAPE = Shape.of(
            NAME,
            VERSION,
            WHERE,
            KeyFields.KEY,
            WindowReader.WINDOW,
            BoundsReader.BOUNDS,
            ReleaseReader.RELEASE,
            SpendReader.SPEND,
            KeyAccountReader.KEY_ACCOUNT);

    private final Section section;
    private final ReleaseReader release;
    private final SpendReader spend;
    private final KeyAccountReader keyAccount;
    private final QueryFields fields;
    private final Source source;
    private final String name;
    private final Optional<Query> query;

    QueryReader(Section section, QueryContext context) {
        this.section = section;
        this.source = context.source();
        int before = section.problemsSoFar();
        name = section.read(NAME, section.path(NAME));
        int version = section.read(VERSION, 1);
        KeysReader keysReader = new KeysReader(section, context);
        Optional<KeySpace> keys = keysReader.keys();
        Window window = WindowReader.window(section.section(WindowReader.WINDOW));
        Bounds bounds = BoundsReader.bounds(section.section(BoundsReader.BOUNDS), window);
        release = new ReleaseReader(section, window, keysReader.areDiscovered());
        spend = new SpendReader(section.section(SpendReader.SPEND));
        keyAccount = new KeyAccountReader(section, context.zone());
        List<Aggregate> measured = keysReader.measured(keys, release.aggregates());
        fields = new QueryFields(section.read(WHERE, List.of()), keysReader.fields(), reads(measured.size()));
        section.finish();
        refuseLookedUp(before);
        query = keys.filter(declared -> section.isSound(before))
                .map(stated -> AnnouncementTerms.announced(stated, measured))
                .flatMap(declared -> noted(() -> new Query(
                        name,
                        version,
                        context.source().reads(fields),
                        declared,
                        window,
                        bounds,
                        measured,
                        spend.spend(),
                        keyAccount.terms().orElse(null))));
    }

    /** The fields that each aggregate reads; what is measured beside the entries of the file reads none. */
    private List<List<QueryFields.Read>> reads(int aggregates) {
        List<List<QueryFields.Read>> reads = new ArrayList<>(release.reads());
        while (reads.size() < aggregates) {
            reads.add(List.of());
        }
        return reads;
    }

    /** Builds the query; empty if it cannot be built. The reason is noted as a problem. */
    private Optional<Query> noted(Supplier<Query> query) {
        try {
            return Optional.of(query.get());
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }

    String name() {
        return name;
    }

    SpendReader spend() {
        return spend;
    }

    QueryFields fields() {
        return fields;
    }

    /** The query; empty if its section has a problem. */
    Optional<Query> query() {
        return query;
    }

    /** Notes a problem if the query does not fit the pipeline's budget. */
    void checkBudget(BudgetReader budget) {
        if (budget.isSound()) {
            keyAccount.checkCurrency(budget.currency());
            query.ifPresent(
                    read -> DiscoveredReader.checkBudget(section.section(KeyFields.KEY), read.keys(), budget.budget()));
            query.ifPresent(read -> checkNoise(read.aggregates(), Norm.of(budget.currency())));
        }
    }

    private void checkNoise(List<Aggregate> aggregates, Norm norm) {
        for (int i = 0; i < release.entries().size(); i++) {
            try {
                aggregates.get(i).fullSize(norm);
            } catch (IllegalArgumentException e) {
                release.entries().get(i).noteRefusal(e);
            }
        }
    }

    /** Notes a problem for each value that would be read from a field that is looked up. */
    private void refuseLookedUp(int before) {
        for (int i = 0; section.isSound(before) && i < release.reads().size(); i++) {
            Section entry = release.entries().get(i);
            fields.reads().get(i).stream()
                    .map(QueryFields.Read::field)
                    .filter(field -> !source.raw(field).equals(field))
                    .forEach(field -> entry.problem(
                            ReleaseReader.kind(entry),
                            "must read a field of the record: where and key alone read fields that are looked up, was "
                                    + field));
        }
    }

    /**
     * Notes a problem for each field that the query reads but that is not a column.
     *
     * @param columns the names of the columns, empty if they are not known
     */
    void checkColumns(List<String> columns) {
        if (query.isEmpty() || columns.isEmpty()) {
            return;
        }
        Field<?> keys = KeyFields.grouping(section.section(KeyFields.KEY));
        fields.keys().forEach(field -> check(columns, section.section(KeyFields.KEY), keys, field));
        fields.where().stream()
                .flatMap(Condition::fields)
                .distinct()
                .forEach(field -> check(columns, section, WHERE, field));
        checkReleased(columns);
    }

    private void checkReleased(List<String> columns) {
        for (int i = 0; i < release.reads().size(); i++) {
            Section entry = release.entries().get(i);
            fields.reads().get(i).forEach(read -> check(columns, entry, ReleaseReader.kind(entry), read.field()));
        }
    }

    private void check(List<String> columns, Section in, Field<?> field, String column) {
        boolean isLookedUp = !source.raw(column).equals(column);
        if (!columns.contains(column) && !MessageFields.isOne(column) && !isLookedUp) {
            in.problem(field, "must read one of the columns " + columns + ", was " + column);
        }
    }
}
