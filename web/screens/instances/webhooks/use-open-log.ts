import { useSearchParams } from 'wouter'
import { deliveryParameters } from '../../../parts/deliveries/delivery-address.ts'

/** Names the instance whose deliveries are shown. */
const PARAMETER = 'entregas'

/** The instance whose deliveries are open, kept in the page's address with their filter. */
export function useOpenLog() {
  const [parameters, setParameters] = useSearchParams()
  return {
    name: parameters.get(PARAMETER),
    open: (name: string) =>
      setParameters((last) => {
        last.set(PARAMETER, name)
        return last
      }),
    close: () =>
      setParameters(
        (last) => {
          for (const each of [PARAMETER, ...deliveryParameters]) last.delete(each)
          return last
        },
        { replace: true },
      ),
  }
}
