package dev.weir.operators.api;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The privacy unit of a stream, and the budget of one unit.
 *
 * @param user reads the id of the user; null if every record is a unit
 * @param name the name of these ids; {@link UnitName#NONE} if every record is a unit
 */
record Protection<T>(PrivacyUnit unit, @Nullable Field<T, String> user, UnitName name, String domain, Budget budget) {

    Plan plan(TimedStream<T> timed, List<PrivateQuery<T>> queries) {
        List<Query> asked = queries.stream().map(PrivateQuery::query).toList();
        return Plan.of(domain, unit, budget, timed.timing(), asked).withUnitName(name);
    }

    TypedRecordDecoder<T> decoder(List<PrivateQuery<T>> queries) {
        SafeField<T, String> id = user == null ? null : new SafeField<>(user);
        return new TypedRecordDecoder<>(
                id, queries.stream().map(ContributionExtractor::new).toList());
    }
}
