package dev.weir.jobs.config.query;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.jobs.settings.Problems;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the queries of a pipeline, and checks the rules that concern several queries. */
public final class QueriesReader {

    /** The section {@code queries} of a pipeline file. */
    public static final Field<List<Section>> QUERIES = Field.of(
                    "queries", ListType.of(MapType.of(QueryReader.SHAPE)), "what is asked: one or more, on one budget")
            .required();

    private final Section root;
    private final List<Section> sections;
    private final List<QueryReader> readers;

    /**
     * Reads the queries.
     *
     * @param root the whole file
     * @param context the facts about the rest of the file
     */
    public QueriesReader(Section root, QueryContext context) {
        this.root = root;
        this.sections = sections(root);
        this.readers = sections.stream()
                .map(section -> new QueryReader(section, context))
                .toList();
    }

    private static List<Section> sections(Section root) {
        List<Section> sections = root.read(QUERIES, List.of());
        if (sections.isEmpty() && root.has(QUERIES)) {
            root.problem(QUERIES, "must hold at least one query");
        }
        return sections;
    }

    /** Returns for each query the fields of a record that it reads. */
    public List<QueryFields> fields() {
        return readers.stream().map(QueryReader::fields).toList();
    }

    /**
     * Notes a problem if the queries do not fit together, or do not fit the budget or the columns.
     *
     * @param budget the budget that the queries share
     * @param columns the names of the columns, empty if they are not known
     */
    public void check(BudgetReader budget, List<String> columns) {
        requireDistinctNames();
        checkShares();
        for (QueryReader query : readers) {
            query.checkBudget(budget);
            query.checkColumns(columns);
        }
    }

    private void requireDistinctNames() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < readers.size(); i++) {
            String name = readers.get(i).name();
            if (!names.add(name)) {
                sections.get(i).problem(QueryReader.NAME, "must be distinct, was " + name + " twice");
            }
        }
    }

    private void checkShares() {
        BigDecimal shares = BigDecimal.ZERO;
        for (QueryReader query : readers) {
            shares = shares.add(query.spend().share());
            query.spend().checkShares(shares);
        }
        if (shares.compareTo(BigDecimal.ONE) == 0) {
            readers.forEach(query -> query.spend().requireShare());
        }
    }

    /**
     * Builds the plan of the queries. Call this only if no problem has been noted.
     *
     * @param terms the other parts of the plan
     * @param problems collects the problems of the file
     * @throws InvalidPipeline if the queries do not fit together
     */
    public Plan plan(PlanTerms terms, Problems problems) {
        List<Query> queries =
                readers.stream().flatMap(reader -> reader.query().stream()).toList();
        try {
            return terms.plan(queries);
        } catch (IllegalArgumentException e) {
            if (!noteRefusals(terms, queries)) {
                root.problem(QUERIES, String.valueOf(e.getMessage()));
            }
            throw new InvalidPipeline(problems.lines());
        }
    }

    /** Notes the problems that a query has even in a plan of its own, and returns whether there were any. */
    private boolean noteRefusals(PlanTerms terms, List<Query> queries) {
        boolean noted = false;
        for (int i = 0; i < queries.size(); i++) {
            Optional<IllegalArgumentException> refusal = terms.refusal(queries.get(i));
            refusal.ifPresent(readers.get(i).spend()::noteRefusal);
            noted |= refusal.isPresent();
        }
        return noted;
    }
}
