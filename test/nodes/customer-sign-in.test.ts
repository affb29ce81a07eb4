import { describeSignIn } from '../../packages/service/src/my/testing/describe-sign-in.ts'

describeSignIn()
