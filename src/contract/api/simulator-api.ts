import { SimulatedFaultBody } from '../simulator.ts'
import { endpoint } from './endpoint.ts'

/** Calls that only the simulator mode has, besides the reading of a code. */
export const simulatorApi = {
  simulatorFault: endpoint({
    methods: ['post'],
    path: '/api/simulator/fault',
    summary: 'No modo simulador: provoca uma falha do WhatsApp em todas as conexões da conta.',
    tag: 'Serviço',
    body: SimulatedFaultBody,
    answers: { 202: null },
    errors: ['invalid', 'device_not_connected'],
  }),
} as const
