"""The interpreter of the pack's vocabulary: orders, conditions and effects in combat."""
