/**
 * A schema that is made when something of it is first asked for, in place of when its module is read.
 * The build puts these around the schemas of the contract: a screen reads modules with hundreds of
 * them, and most of its calls need few.
 */
export function lateSchema<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined
  const schema = () => {
    made ??= make()
    return made
  }
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get(schema(), name),
    has: (_, name) => Reflect.has(schema(), name),
  })
}
