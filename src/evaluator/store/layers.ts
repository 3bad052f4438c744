import { bounds } from "../domain/limits";
/**
 * Persistent maps, for objects to which a program assigns key by key: every former state stays readable.
 *
 * A copy for each change would take quadratic memory. A map is therefore a pile of layers, later ones over earlier ones, each at least twice as
 * large as the next: a change makes small layers anew and shares the large ones. Keys stay in the order in which they came.
 */
export class Layers<V> implements ReadonlyMap<string, V> {
  readonly size: number;

  private constructor(
    /** Oldest first. None is ever changed. */
    private layers: readonly ReadonlyMap<string, V>[],
    size: number,
  ) {
    this.size = size;
  }

  /** @returns the map with other values under some keys; small maps are copied. */
  static with<V>(map: ReadonlyMap<string, V>, entries: Iterable<readonly [string, V]>): ReadonlyMap<string, V> {
    if (map.size < bounds.copiedLayer) return new Map([...map, ...entries]);
    const top = new Map(entries);
    let added = 0;
    for (const key of top.keys()) if (!map.has(key)) added += 1;
    const kept = [...layersOf(map)];
    const small: ReadonlyMap<string, V>[] = [];
    let size = top.size;
    for (let below = kept.at(-1); below && below.size < 2 * size; below = kept.at(-1)) {
      kept.pop();
      small.unshift(below);
      size += below.size;
    }
    if (size < 3 * top.size)
      return new Layers([...kept, new Map([...small, top].flatMap((layer) => [...layer]))], map.size + added);
    // The map's own layers are put together in itself: it may be changed often in different ways, each from its present state.
    const together = new Map(small.flatMap((layer) => [...layer]));
    if (map instanceof Layers) (map as Layers<V>).layers = [...kept, together];
    return new Layers([...kept, together, top], map.size + added);
  }

  get(key: string): V | undefined {
    for (let index = this.layers.length - 1; index >= 0; index -= 1) {
      const layer = this.layers[index];
      if (layer?.has(key)) return layer.get(key);
    }
    return undefined;
  }

  has(key: string): boolean {
    return this.layers.some((layer) => layer.has(key));
  }

  *keys(): MapIterator<string> {
    for (const [index, layer] of this.layers.entries()) {
      const older = this.layers.slice(0, index);
      for (const key of layer.keys()) if (!older.some((each) => each.has(key))) yield key;
    }
  }

  *entries(): MapIterator<[string, V]> {
    for (const key of this.keys()) yield [key, this.get(key) as V];
  }

  *values(): MapIterator<V> {
    for (const key of this.keys()) yield this.get(key) as V;
  }

  forEach(note: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) note(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  /** @returns the layers of a map; a plain map is its only layer. */
  static of<V>(map: ReadonlyMap<string, V>): readonly ReadonlyMap<string, V>[] {
    return map instanceof Layers ? (map as Layers<V>).layers : [map];
  }
}

/**
 * A lazy map, which computes a value when it is first read: most objects that are joined are asked for a member or two, and there may be
 * a join between any two statements.
 */
export class LazyMap<V> implements ReadonlyMap<string, V> {
  private readonly known = new Map<string, V>();

  /** @param inner has the same keys. */
  constructor(
    readonly inner: ReadonlyMap<string, V>,
    private readonly apply: (value: V) => V,
  ) {}

  get size(): number {
    return this.inner.size;
  }

  get(key: string): V | undefined {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const before = this.inner.get(key);
    if (before === undefined) return undefined;
    const value = this.apply(before);
    this.known.set(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.inner.has(key);
  }

  keys(): MapIterator<string> {
    return this.inner.keys();
  }

  *entries(): MapIterator<[string, V]> {
    for (const key of this.keys()) yield [key, this.get(key) as V];
  }

  *values(): MapIterator<V> {
    for (const key of this.keys()) yield this.get(key) as V;
  }

  forEach(note: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) note(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }
}

function layersOf<V>(map: ReadonlyMap<string, V>): readonly ReadonlyMap<string, V>[] {
  return Layers.of(map);
}

/** @returns the layers in which two maps differ, or `undefined` if they share none. Both maps agree on all other keys. */
function differingLayers<V>(
  left: ReadonlyMap<string, V>,
  right: ReadonlyMap<string, V>,
): readonly ReadonlyMap<string, V>[] | undefined {
  const one = layersOf(left);
  const other = layersOf(right);
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared === 0 ? undefined : [...one.slice(shared), ...other.slice(shared)];
}

/** @returns the layers that a join of two maps goes through: of one that is worked out lazily, what is beneath it. */
export function joinedLayers<V>(
  left: ReadonlyMap<string, V>,
  right: ReadonlyMap<string, V>,
): readonly ReadonlyMap<string, V>[] {
  if (left.size === 0 || right.size === 0) return [];
  const [one, other] = [innermost(left), innermost(right)];
  return differingLayers(one, other) ?? [one];
}

/** @returns what is beneath a map that is worked out lazily. */
export function innermost<V>(map: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  return map instanceof LazyMap ? (map as LazyMap<V>).inner : map;
}

/** @returns the keys under which two maps may hold different values, each once. */
export function differingKeys<V>(left: ReadonlyMap<string, V>, right: ReadonlyMap<string, V>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const layer of differingLayers(left, right) ?? [left, right]) for (const key of layer.keys()) keys.add(key);
  return keys;
}
