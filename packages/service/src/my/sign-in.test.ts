import { describeSignIn } from './testing/describe-sign-in.ts'

describeSignIn()
